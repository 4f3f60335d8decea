import type { EndpointName } from '@repo/contract/endpoints';

const ofSharers = 'What is shared with an account lies with its owners, who may be any members.';
const ofConnections = 'Administrators look at the connections of everyone.';
const ofMembers = 'What members share and connect is read where each of them is.';
const ofWorkspaces = 'Concerns all workspaces of the user.';
const ofGrants = 'Asks whether anyone else relies on the same account at the provider.';
const narrowable =
  'Its subqueries name the owner through the row around them, by which Citus finds no shard.';

const published = { 'modules/activities/publishing/storage/read-copies.ts': ofSharers };
const domainsChanged = { 'modules/accounts/finish-domain-changes.ts': ofSharers };
const members = { 'modules/relationships/owner-addresses.ts': ofMembers };
const addresses = { 'modules/relationships/refresh-own-address.ts': ofWorkspaces };
const notices = {
  'modules/notifications/mailing/list-workspaces.ts': ofWorkspaces,
  'modules/today/read-recent-shares.ts': ofMembers,
  'modules/notifications/notices/read-access.ts': ofMembers,
};
const protections = { 'modules/activities/update-protections.ts': ofSharers };
const released = { 'modules/listed-accounts/release-owned-accounts.ts': ofWorkspaces };
const named = { 'modules/listed-accounts/refresh-names.ts': ofWorkspaces };

/**
 * The requests with statements that go to more than one shard, each with the files that send them and why.
 * All others reach one shard with each statement (`authorization.test.ts` on a cluster), those of users with
 * several workspaces too, except for the list of these. What a process
 * follows for all of its users, the stream of progress, belongs to no request.
 */
export const crossingRequests: Partial<Record<EndpointName, Record<string, string>>> = {
  'DELETE /api/accounts/{accountId}': {
    'modules/accounts/deletion/finish-deletion.ts': ofSharers,
  },
  'DELETE /api/integrations/{id}': {
    'modules/integrations/connect/revoke-unless-needed.ts': ofGrants,
  },
  'DELETE /api/workspaces/{workspaceId}/members/{userId}': released,
  'GET /api/accounts': { 'modules/domains/tracking/list-domains.ts': ofWorkspaces },
  'GET /api/activities/{activityId}/fireflies-transcript': {
    ...published,
  },
  'GET /api/admin/connections': {
    'modules/admin/lists/list-connections.ts': ofConnections,
  },
  'GET /api/admin/status': {
    'modules/admin/status/measure-storage.ts':
      'Administrators look at the size of every workspace.',
    'platform/secrets/find-missing-keys.ts': ofConnections,
    'modules/integrations/read-backlog.ts': ofConnections,
  },
  'GET /api/auth/own-data': { 'modules/personal-data/own-data/read-own-data.ts': ofWorkspaces },
  'GET /api/auth/own-data/export': {
    'modules/personal-data/archive/read-pages.ts': ofWorkspaces,
  },
  'GET /api/notices': notices,
  'GET /api/workspaces/{workspaceId}/deleted-accounts': {
    'modules/accounts/deletion/list-deleted-accounts.ts': ofSharers,
  },
  'GET /api/workspaces/{workspaceId}/protected-addresses': protections,
  'GET /api/workspaces/{workspaceId}/members': {
    'modules/workspaces/list-members.ts': ofMembers,
  },
  'GET /api/workspaces/{workspaceId}/today': {
    ...members,
    'modules/today/read-recent-shares.ts': ofMembers,
  },
  'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}': members,
  'POST /api/workspaces/{workspaceId}/people/names': {
    'modules/relationships/find-names.ts': ofMembers,
  },
  'POST /api/accounts/domains/share': published,
  'POST /api/accounts/{accountId}/domains': { ...domainsChanged, ...published },
  'POST /api/accounts/{accountId}/merge': {
    ...domainsChanged,
    'modules/accounts/merging/finish-merge.ts': ofSharers,
    ...published,
  },
  'POST /api/activities/{activityId}/private': {
    'modules/activities/publishing/storage/on-cluster.ts': ofSharers,
    ...published,
  },
  'POST /api/admin/users/{id}/deletion': released,
  'POST /api/admin/users/{id}/hand-over': released,
  'POST /api/auth/deletion': released,
  'POST /api/integrations/{id}/completeness': {
    'modules/integrations/reading/request-reconciliation.ts': narrowable,
  },
  'POST /api/integrations/{provider}/callback': {
    'modules/integrations/connect/revoke-unless-needed.ts': ofGrants,
    ...addresses,
  },
  'POST /api/integrations/{provider}/sign-in': addresses,
  'POST /api/webhooks/v1/{provider}/{integrationId}': {
    'modules/integrations/webhooks/find-delivery-target.ts':
      'A delivery names a connection and not its owner.',
  },
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge': {
    ...domainsChanged,
    ...published,
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/deletion': released,
  'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over': released,
  'POST /api/workspaces/{workspaceId}/shares': published,
  'POST /api/workspaces/{workspaceId}/shares/preview': {
    'modules/domains/sharing/share-domains.ts':
      'Joins domains of the user with accounts of the workspace, which lie on two nodes.',
  },
  'POST /api/invitations/register': named,
  'PUT /api/admin/users/{id}': named,
  'PUT /api/auth/me': named,
  'PUT /api/notices/read': notices,
  'PUT /api/workspaces/{workspaceId}/protected-addresses': protections,
  'PUT /api/workspaces/{workspaceId}/share-levels': {
    'modules/activities/leave-texts.ts': ofSharers,
    ...published,
  },
  'PUT /api/private-meetings/{meetingId}/share': {
    'modules/activities/publishing/storage/on-cluster.ts': ofSharers,
    ...published,
  },
};

import type { EndpointName } from '@repo/contract/endpoints';
import { MAX_CHANGES_PER_PAGE } from '@repo/contract/followed-changes';
import { limits } from '@repo/contract/limits';
import { type CostsWorld, domains } from './costs-world.ts';

export type ReadingName = Extract<EndpointName, `GET ${string}`>;

/** A request to measure. */
export interface ReadingCall {
  /** Distinguishes requests to the same endpoint. */
  of?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The status of the response; 200 when absent. */
  expected?: number;
  /** The most bytes that the response may have; `MAX_BYTES` when absent. */
  maxBytes?: number;
}

/** A response that has no larger bound of its own stays under this. */
export const MAX_BYTES = 3_000_000;

/** What the specification has as a whole list may have this much for each account. */
const ACCOUNT_BYTES = 1_500;

/**
 * The most expensive requests to each endpoint of the contract that reads, or the reason why there is nothing to
 * measure. An endpoint that is missing here fails `costs.test.ts`.
 */
export const readingCalls = (world: CostsWorld): Record<ReadingName, ReadingCall[] | string> => {
  const { workspaceId, accountIds, personId, integrationId } = world;
  const inWorkspace = { params: { workspaceId } };
  const of = (domain: string) => ({ params: { accountId: accountIds[domain] ?? '' } });
  const large = of(domains.mails);
  const ofPerson = { params: { workspaceId, personId } };
  const ofIntegration = { params: { id: integrationId } };
  const admin = { query: { limit: String(limits.pageSize), search: 'member' } };
  const lateAdmin = { of: 'a late page', query: { limit: '100', page: '8' } };
  const wide = {
    includeTimeline: 'true',
    includeOwners: 'true',
    includeTags: 'true',
    includeRelationships: 'true',
  };
  const changesPage = { limit: String(MAX_CHANGES_PER_PAGE) };
  const largestPage = { limit: String(limits.pageSize) };
  const wholeList = { maxBytes: ACCOUNT_BYTES * limits.workspaceAccounts };
  const timeline = Object.values(domains).flatMap((domain): ReadingCall[] => [
    { ...of(domain), of: `${domain}, a page`, query: { range: '12W', ...largestPage } },
    {
      ...of(domain),
      of: `${domain}, the whole window`,
      query: { range: '12W' },
      maxBytes: 3 * MAX_BYTES,
    },
  ]);
  return {
    'GET /api/auth/me': [{}],
    'GET /api/auth/sessions': [{}],
    'GET /api/auth/factors': [{}],
    'GET /api/auth/sso': [{}],
    'GET /api/auth/sso/links': [{}],
    'GET /api/auth/sso/start': [
      { query: { organization: 'no-company', challenge: 'x'.repeat(43) }, expected: 302 },
    ],
    'GET /api/auth/sso/sign-out': [
      { query: { token: 'made.up', state: 'x'.repeat(43) }, expected: 302 },
    ],
    'GET /api/auth/sso/{organizationId}/callback': [
      { params: { organizationId: workspaceId }, query: { state: 'made.up' }, expected: 302 },
    ],
    'GET /api/auth/own-data': [{}],
    'GET /api/auth/retention': [{}],
    'GET /api/auth/retention/preview': [{ query: { months: '1', textMonths: '1' } }],
    'GET /api/auth/own-data/export': 'a stream, read in pages of a megabyte',
    'GET /api/workspaces/{workspaceId}/export': 'a stream, read in pages of a megabyte',
    'GET /api/auth/api-keys': [{}],
    'GET /api/auth/notifications': [{}],
    'GET /api/notices': [{}],
    'GET /api/notifications/unsubscribe': [{ query: { token: 'x' }, expected: 302 }],
    'GET /api/workspaces': [{}],
    'GET /api/workspaces/{workspaceId}/members': [
      { ...inWorkspace, query: { ...largestPage, search: 'member' } },
      { ...inWorkspace, of: 'a page', query: largestPage },
    ],
    'GET /api/workspaces/{workspaceId}/getting-started': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/invitations': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/accounts': [
      { ...inWorkspace, of: 'all', query: wide, ...wholeList },
      { ...inWorkspace, of: 'a page', query: { ...wide, ...largestPage } },
      { ...inWorkspace, of: 'far', query: { ...wide, ...largestPage, offset: '40000' } },
      {
        ...inWorkspace,
        of: 'computed',
        query: { ...wide, ...largestPage, sort: 'recentActivity' },
      },
      { ...inWorkspace, of: 'a search', query: { ...wide, ...largestPage, search: 'order' } },
      { ...inWorkspace, of: 'a balance', query: { ...largestPage, balance: 'external' } },
      { ...inWorkspace, of: 'a strength', query: { ...largestPage, strength: 'none' } },
      { ...inWorkspace, of: 'no tags', query: { ...largestPage, tags: 'none' } },
      { ...inWorkspace, of: 'all found', query: { ...wide, search: 'o' }, ...wholeList },
    ],
    'GET /api/workspaces/{workspaceId}/accounts/people': [inWorkspace],
    'GET /api/accounts/{accountId}': [large],
    'GET /api/accounts/{accountId}/timeline': timeline,
    'GET /api/accounts/{accountId}/participants': Object.values(domains).map((domain) => ({
      ...of(domain),
      of: domain,
      query: { range: '12W' },
    })),
    'GET /api/accounts/{accountId}/shares': [large],
    'GET /api/icons/{domain}/{signature}': [
      { params: { domain: 'large.example', signature: 'x' }, expected: 404 },
    ],
    'GET /api/accounts/{accountId}/note-versions': [large],
    'GET /api/accounts/{accountId}/merged-into': [{ ...large, expected: 404 }],
    'GET /api/workspaces/{workspaceId}/deleted-accounts': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/tags': [
      inWorkspace,
      { ...inWorkspace, of: 'counted', query: { includeCounts: 'true' } },
    ],
    'GET /api/workspaces/{workspaceId}/views': [inWorkspace],
    'GET /api/accounts/domains/{id}/as-colleagues-see': [
      { params: { id: world.domainId }, of: 'a large domain' },
    ],
    'GET /api/accounts': [
      { query: { type: 'domains' } },
      { of: 'a page', query: { type: 'domains', ...largestPage } },
    ],
    'GET /api/accounts/discover': [{ query: { progress: 'true' } }],
    'GET /api/activities/{activityId}': [
      {
        of: 'a conversation',
        params: { activityId: `conversation.${world.messageId}` },
        // Up to 500 messages with the beginning and the people of each, beside the texts.
        maxBytes: 4_000_000,
      },
      { of: 'a message', params: { activityId: world.messageId } },
      { of: 'a circular', params: { activityId: world.circularId } },
    ],
    'GET /api/activities/{activityId}/fireflies-transcript': [
      { params: { activityId: world.callId } },
    ],
    'GET /api/workspaces/{workspaceId}/activities/search': [
      { ...inWorkspace, query: { q: 'summary' } },
      { ...inWorkspace, of: 'an absent word', query: { q: 'absent' } },
    ],
    'GET /api/integrations': [{}],
    'GET /api/integrations/{provider}/oauth/callback': [
      { params: { provider: 'gmail' }, query: { error: 'denied' }, expected: 302 },
    ],
    'GET /api/integrations/events': 'a stream that begins empty and has an event at a time',
    'GET /api/integrations/{id}/failed-items': [ofIntegration],
    'GET /api/integrations/{id}/completeness': [ofIntegration],
    'GET /api/integrations/{id}/message-location':
      'asks the provider, which nobody has signed in to here; the response names the folders of one email',
    'GET /api/access-requests': [{}],
    'GET /api/private-conversations': [{}],
    'GET /api/private-meetings': [{}],
    'GET /api/protected-addresses': [{}],
    'GET /api/workspaces/{workspaceId}/protected-addresses': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold': [
      { params: { workspaceId, accountId: accountIds[domains.mails] ?? '' } },
    ],
    'GET /api/workspaces/{workspaceId}/retention': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/retention/preview': [
      { ...inWorkspace, query: { months: '1', textMonths: '1' } },
    ],
    'GET /api/workspaces/{workspaceId}/webhooks': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries': [
      { params: { workspaceId, webhookId: workspaceId } },
    ],
    'GET /api/history': [{ query: { since: '2022-01-01' } }],
    'GET /api/mail-files': [{}],
    'GET /api/accounts/{accountId}/people': Object.values(domains).map((domain) => ({
      ...of(domain),
      of: domain,
      query: { limit: String(limits.peoplePageSize), search: 'p' },
    })),
    'GET /api/accounts/{accountId}/network': [large, { ...of(domains.circulars), of: 'of many' }],
    'GET /api/accounts/{accountId}/relationship': [large],
    'GET /api/workspaces/{workspaceId}/changes/accounts': [{ ...inWorkspace, query: changesPage }],
    'GET /api/workspaces/{workspaceId}/changes/activities': [
      { ...inWorkspace, query: changesPage },
    ],
    'GET /api/workspaces/{workspaceId}/changes/people': [{ ...inWorkspace, query: changesPage }],
    'GET /api/workspaces/{workspaceId}/quiet-people': [
      { ...inWorkspace, query: { limit: String(limits.peoplePageSize) } },
    ],
    'GET /api/workspaces/{workspaceId}/people': [
      { ...inWorkspace, query: { search: 'person' } },
      { ...inWorkspace, of: 'of the latest accounts' },
    ],
    'GET /api/workspaces/{workspaceId}/people/{personId}': [ofPerson],
    'GET /api/workspaces/{workspaceId}/people/{personId}/timeline': [
      { ...ofPerson, query: { limit: String(limits.peoplePageSize) } },
    ],
    'GET /api/workspaces/{workspaceId}/own-accounts': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/today': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}': [
      { params: { workspaceId, activityId: world.meetingId } },
    ],
    'GET /api/admin/users': [admin, lateAdmin],
    'GET /api/auth/deletion': [{}],
    'GET /api/admin/users/{id}/deletion': [{ params: { id: world.ann.id } }],
    'GET /api/workspaces/{workspaceId}/members/{userId}/deletion': [
      { params: { workspaceId, userId: world.ann.id } },
    ],
    'GET /api/admin/users/{id}/hand-over': [{ params: { id: world.ann.id } }],
    'GET /api/workspaces/{workspaceId}/hand-overs': [inWorkspace],
    'GET /api/workspaces/{workspaceId}/members/{userId}/hand-over': [
      { params: { workspaceId, userId: world.ann.id } },
    ],
    'GET /api/admin/users/{id}': [{ params: { id: world.ann.id } }],
    'GET /api/admin/users/{id}/password-reset-status': [{ params: { id: world.ann.id } }],
    'GET /api/admin/provider-problems': [{}],
    'GET /api/admin/second-factor': [{}],
    'GET /api/admin/status': [{}],
    'GET /api/admin/organizations': [admin, lateAdmin],
    'GET /api/admin/organizations/{id}/sso': [{ params: { id: workspaceId }, expected: 404 }],
    'GET /api/admin/organizations/{id}/group-roles': [
      { params: { id: workspaceId }, expected: 404 },
    ],
    'GET /api/admin/organizations/{id}/provisioning': [
      { params: { id: workspaceId }, expected: 404 },
    ],
    'GET /api/admin/workspaces': [admin, lateAdmin],
    'GET /api/admin/workspaces/{id}': [{ params: { id: workspaceId } }],
    'GET /api/admin/audit': [admin, lateAdmin],
    'GET /api/admin/connections': [admin, lateAdmin],
    'GET /api/admin/audit/export': [{ maxBytes: 3 * MAX_BYTES }],
  };
};

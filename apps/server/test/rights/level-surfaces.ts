import type { EndpointName } from '@repo/contract/endpoints';
import { createDigestCache } from '#modules/notifications/digest/read-digest.ts';
import { sendDigest } from '#modules/notifications/digest/send-digest.ts';
import { needles, type SharedAtLevel } from './shared-at-level.ts';

/** The parts of a request. */
interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
}

/** The requests by which a colleague can read something of what is shared with an account, by endpoint. */
export const surfaces: Partial<Record<EndpointName, (shared: SharedAtLevel) => Asked[]>> = {
  'GET /api/workspaces/{workspaceId}/accounts': ({ workspaceId }) => [
    { params: { workspaceId } },
    {
      params: { workspaceId },
      query: { limit: '10', includeTimeline: 'true', includeRelationships: 'true' },
    },
    ...words.map((search) => ({ params: { workspaceId }, query: { limit: '10', search } })),
  ],
  'GET /api/workspaces/{workspaceId}/accounts/people': ofWorkspace,
  'GET /api/accounts/{accountId}': ofAccount,
  'GET /api/accounts/{accountId}/timeline': ({ accountId }) => [
    { params: { accountId }, query: { range: '12W' } },
    { params: { accountId }, query: { range: '12W', limit: '2' } },
    { params: { accountId }, query: { range: '12W', limit: '50' } },
  ],
  'GET /api/accounts/{accountId}/participants': ({ accountId }) => [
    { params: { accountId }, query: { range: '12W' } },
  ],
  'GET /api/accounts/{accountId}/shares': ofAccount,
  'GET /api/accounts/{accountId}/merged-into': ofAccount,
  'GET /api/accounts/{accountId}/note-versions': ofAccount,
  'GET /api/accounts/{accountId}/people': ofAccount,
  'GET /api/accounts/{accountId}/network': ofAccount,
  'GET /api/accounts/{accountId}/relationship': ofAccount,
  'GET /api/activities/{activityId}': ({ activityIds }) =>
    activityIds.flatMap((id) => [
      { params: { activityId: id } },
      { params: { activityId: `conversation.${id}` } },
    ]),
  'GET /api/activities/{activityId}/fireflies-transcript': ({ activityIds }) =>
    activityIds.map((activityId) => ({ params: { activityId } })),
  'GET /api/workspaces/{workspaceId}/activities/search': ({ workspaceId, ann }) => [
    { params: { workspaceId }, query: { q: 'acme', contributor: ann.email } },
    ...words.map((q) => ({ params: { workspaceId }, query: { q } })),
  ],
  'GET /api/workspaces/{workspaceId}/changes/accounts': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/changes/activities': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/changes/people': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/quiet-people': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/people': ({ workspaceId }) =>
    ['', 'yankee', 'quebec', 'acme'].map((search) => ({
      params: { workspaceId },
      query: { search },
    })),
  'GET /api/workspaces/{workspaceId}/people/{personId}': ofPeople,
  'GET /api/workspaces/{workspaceId}/people/{personId}/timeline': ofPeople,
  'GET /api/workspaces/{workspaceId}/today': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}': ({ workspaceId, activityIds }) =>
    activityIds.map((activityId) => ({ params: { workspaceId, activityId } })),
  'GET /api/workspaces/{workspaceId}/members': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/getting-started': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/deleted-accounts': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/own-accounts': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/protected-addresses': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/tags': ofWorkspace,
  'GET /api/workspaces/{workspaceId}/views': ofWorkspace,
  'GET /api/workspaces': () => [{}],
  'GET /api/notices': () => [{}],
  'GET /api/auth/me': () => [{}],
};

/** Each reads nothing of what colleagues share, for the reason given. */
export const unrelated: Partial<Record<EndpointName, string>> = {
  ...Object.fromEntries(
    [
      'GET /api/access-requests',
      'GET /api/accounts',
      'GET /api/accounts/discover',
      'GET /api/history',
      'GET /api/integrations',
      'GET /api/integrations/{id}/completeness',
      'GET /api/integrations/{id}/failed-items',
      'GET /api/integrations/{id}/message-location',
      'GET /api/mail-files',
      'GET /api/private-conversations',
      'GET /api/private-meetings',
      'GET /api/protected-addresses',
    ].map((name) => [name, 'reads what the caller tracks and captured']),
  ),
  'GET /api/accounts/domains/{id}/as-colleagues-see':
    'reads what the caller captured, beside what its account shows (compare-with-account.test.ts)',
  'GET /api/auth/notifications': 'reads settings',
  'GET /api/auth/sessions': 'reads sessions',
  'GET /api/auth/own-data': 'counts what belongs to the caller',
  'GET /api/auth/retention': 'has what the caller chose',
  'GET /api/auth/retention/preview': 'counts what the caller captured',
  'GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold': 'has the reason, for owners',
  'GET /api/workspaces/{workspaceId}/retention': 'has what the workspace chose',
  'GET /api/workspaces/{workspaceId}/retention/preview': 'counts activities, for owners',
  'GET /api/workspaces/{workspaceId}/export':
    'has what all members see, for owners (workspace-export.test.ts)',
  'GET /api/auth/own-data/export':
    'reads what belongs to the caller, else ids and times (own-export.test.ts)',
  'GET /api/auth/sso/links': 'reads which company sign-ins the caller has',
  'GET /api/auth/factors': 'reads which factors the caller has, without a secret',
  'GET /api/auth/api-keys': 'reads API keys, without the secret',
  'GET /api/integrations/events': 'sends that something changed, and nothing of it',
  'GET /api/workspaces/{workspaceId}/invitations': 'reads invitations, for owners',
  'GET /api/workspaces/{workspaceId}/hand-overs': 'reads who is leaving, for owners',
  'GET /api/workspaces/{workspaceId}/members/{userId}/hand-over':
    'counts what a member shares, for owners',
  'GET /api/workspaces/{workspaceId}/members/{userId}/deletion':
    'counts what a member shares, for owners',
  'GET /api/auth/deletion': 'counts what the caller has',
  'GET /api/workspaces/{workspaceId}/webhooks': 'reads webhooks, for owners',
  'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries':
    'reads which events were sent, without their subjects',
};

/** The words to search for, as a user types them. */
const words = Object.values(needles)
  .flat()
  .filter((needle) => /^[a-z]+$/.test(needle));

function ofWorkspace({ workspaceId }: SharedAtLevel): Asked[] {
  return [{ params: { workspaceId } }];
}

function ofAccount({ accountId }: SharedAtLevel): Asked[] {
  return [{ params: { accountId } }];
}

function ofPeople({ workspaceId, personIds }: SharedAtLevel): Asked[] {
  return personIds.map((personId) => ({ params: { workspaceId, personId } }));
}

let week = 0;

/** The weekly email of the colleague, which a cache of a moment ago may shorten and never lengthen. */
export async function readDigestMail(
  { app, bob }: SharedAtLevel,
  cache = createDigestCache(),
): Promise<string> {
  app.mails.length = 0;
  week += 1;
  const sources = { providers: [], cache };
  const until = `2026-${String(1 + (week % 12)).padStart(2, '0')}-${String(1 + (week % 28)).padStart(2, '0')}`;
  await sendDigest(app.context, sources, { userId: bob.id, week: until });
  return JSON.stringify(app.mails);
}

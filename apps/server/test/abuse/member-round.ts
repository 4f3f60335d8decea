import type { Session } from '@repo/contract/own-settings';
import type { Database } from '#platform/database/create-database.ts';
import { createMakers, knownPassword } from '../test-makers.ts';
import type { Target } from './connections.ts';
import { type FairUseWorld, largeDomain, smallDomain } from './fair-use-world.ts';
import type { Given, PersonCall, Sample } from './member-call.ts';
import {
  accountChangesRound,
  accountImportRound,
  mergingRound,
  sharesRound,
  tagsRound,
  viewsRound,
} from './member-round-accounts.ts';
import { factorsRound } from './member-round-factors.ts';
import { integrationsRound } from './member-round-integrations.ts';
import { peopleRound, todayRound, webhooksRound } from './member-round-workspace.ts';
import { send } from './timed-request.ts';

let round = 0;

/**
 * Sends a request to every endpoint of the contract once as a member would, each doing its work:
 * what one creates, another changes and removes, so that rounds can be repeated.
 *
 * @throws Error for an unexpected response, unless it is one of a server that is too busy.
 */
export async function memberRound(
  db: Database,
  target: Target,
  { workspaceId, accountIds, other }: FairUseWorld,
): Promise<Sample[]> {
  round += 1;
  const samples: Sample[] = [];
  // Rate limits, such as that of invitations, are not what is measured.
  await db.deleteFrom('rate_limit_counters').execute();
  const make = createMakers(db);
  const colleague = await make.person({
    email: `colleague${round}@fair.example`,
    password_hash: null,
  });
  await make.membership(workspaceId, colleague.id);

  const call = async (name: PersonCall, given: Given = {}): Promise<Record<string, unknown>> => {
    const [method = '', template = ''] = name.split(' ');
    const { params = {}, query, body, of, expected = 200 } = given;
    const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    const { token } = other;
    const { status, milliseconds, text } = await send(target, {
      method,
      path: `${path}${search}`,
      token,
      body,
    });
    const what = of === undefined ? name : `${name} (${of})`;
    samples.push({ what, call: name, status, milliseconds });
    const isBusy = status === 429 || status >= 500;
    // Domains that the noisy member shares and revokes may appear or disappear between two
    // requests.
    const isWithdrawn =
      status === 404 && /people\/\{personId\}|activities\/\{activityId\}/.test(name);
    if (status !== expected && !isBusy && !isWithdrawn)
      throw new Error(`${what} responded ${status}: ${text}`);
    return text.startsWith('{') ? (JSON.parse(text).data ?? {}) : {};
  };

  const inWorkspace = { params: { workspaceId } };
  await call('GET /api/auth/me');
  await call('PUT /api/auth/me', { body: { name: `Other ${round}` } });
  await call('GET /api/auth/deletion', {});
  await call('POST /api/auth/deletion', { body: { email: 'no@one.example' }, expected: 400 });
  await call('POST /api/auth/change-password', {
    body: { currentPassword: knownPassword, password: knownPassword },
  });
  await make.session(other.id);
  const { items = [] } = (await call('GET /api/auth/sessions')) as { items?: Session[] };
  const ended = items.find(({ isCurrent }) => !isCurrent);
  // A server that is too busy lists none.
  await call('DELETE /api/auth/sessions/{id}', {
    params: { id: ended?.id ?? colleague.id },
    expected: ended === undefined ? 404 : 200,
  });
  await call('POST /api/auth/sessions/end-others');
  await call('POST /api/auth/proof', { body: { password: knownPassword } });
  await factorsRound(call, colleague.id);
  const handOver = { code: 'made.up', verifier: 'v'.repeat(43) };
  await call('POST /api/auth/sso/link', { body: handOver, expected: 409 });
  await call('POST /api/auth/sso/proof', { body: handOver, expected: 409 });
  const created = await call('POST /api/auth/api-keys', {
    body: { name: `Key ${round}`, scopes: ['accounts:read'], currentPassword: knownPassword },
  });
  const { apiKey } = created as { apiKey?: { id: string } };
  await call('GET /api/auth/api-keys');
  await call('GET /api/auth/own-data');
  await call('GET /api/auth/retention');
  await call('GET /api/auth/retention/preview', { query: { months: '1' } });
  await call('PUT /api/auth/retention', { body: { months: 600 - (round % 2), textMonths: null } });
  await call('GET /api/auth/own-data/export');
  await call('DELETE /api/auth/api-keys/{id}', {
    params: { id: apiKey?.id ?? colleague.id },
    expected: apiKey === undefined ? 404 : 200,
  });
  await call('GET /api/auth/notifications');
  await call('PUT /api/auth/notifications', { body: { timeZone: 'Europe/Berlin' } });
  await call('GET /api/notices');
  await call('PUT /api/notices/read', { body: { ids: ['connection x'], isRead: true } });
  await call('GET /api/workspaces');

  await call('GET /api/workspaces/{workspaceId}/getting-started', inWorkspace);
  await call('DELETE /api/workspaces/{workspaceId}/getting-started', inWorkspace);
  // The one it has: another one moves the days of every account, and can be chosen 20 times a day.
  await call('PUT /api/workspaces/{workspaceId}/time-zone', {
    ...inWorkspace,
    body: { timeZone: 'America/New_York' },
  });
  // Those it has: others can be chosen 100 times a day.
  await call('PUT /api/workspaces/{workspaceId}/share-levels', {
    ...inWorkspace,
    body: { default: 'full', least: 'activity' },
  });
  await call('PUT /api/workspaces/{workspaceId}/assistants', {
    ...inWorkspace,
    body: { assistants: 'members' },
  });
  const ofHold = {
    params: { workspaceId, accountId: accountIds[largeDomain] ?? '' },
    expected: 403,
  };
  await call('GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold', ofHold);
  await call('PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold', {
    ...ofHold,
    body: { reason: 'A lawsuit' },
  });
  await call('DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold', ofHold);
  await call('GET /api/workspaces/{workspaceId}/retention', inWorkspace);
  await call('GET /api/workspaces/{workspaceId}/export', { ...inWorkspace, expected: 403 });
  await call('GET /api/workspaces/{workspaceId}/retention/preview', {
    ...inWorkspace,
    query: { months: '1' },
    expected: 403,
  });
  await call('PUT /api/workspaces/{workspaceId}/retention', {
    ...inWorkspace,
    body: { months: 600, textMonths: null },
    expected: 403,
  });
  await call('GET /api/workspaces/{workspaceId}/members', inWorkspace);
  const ofColleague = { params: { workspaceId, userId: colleague.id } };
  await call('PUT /api/workspaces/{workspaceId}/members/{userId}', {
    ...ofColleague,
    body: { role: 'owner' },
  });
  await call('POST /api/workspaces/{workspaceId}/members/{userId}/invitation', ofColleague);
  await call('POST /api/workspaces/{workspaceId}/owner', {
    ...inWorkspace,
    body: { userId: colleague.id },
    // A user without a password cannot own it.
    expected: 409,
  });
  await call('GET /api/workspaces/{workspaceId}/members/{userId}/hand-over', ofColleague);
  await call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
    ...ofColleague,
    body: { choice: 'keep' },
  });
  await call('GET /api/workspaces/{workspaceId}/hand-overs', inWorkspace);
  await call('DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over', ofColleague);
  await call('GET /api/workspaces/{workspaceId}/members/{userId}/deletion', ofColleague);
  await call('POST /api/workspaces/{workspaceId}/members/{userId}/deletion', {
    ...ofColleague,
    // Another address than theirs deletes no one.
    body: { email: 'no@one.example' },
    expected: 400,
  });
  await call('DELETE /api/workspaces/{workspaceId}/members/{userId}', ofColleague);
  const invited = await call('POST /api/workspaces/{workspaceId}/members', {
    ...inWorkspace,
    body: { email: `invited${round}@elsewhere.example` },
  });
  await call('GET /api/workspaces/{workspaceId}/invitations', inWorkspace);
  const { id: invitationId = '' } = (invited['invitation'] ?? {}) as { id?: string };
  const ofInvitation = { params: { workspaceId, invitationId } };
  await call('POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend', ofInvitation);
  await call('DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}', ofInvitation);
  await call('POST /api/invitations/accept', { body: { token: 'a'.repeat(43) }, expected: 404 });

  const grid = { includeTimeline: 'true', limit: '60' };
  const list = 'GET /api/workspaces/{workspaceId}/accounts';
  await call(list, { ...inWorkspace, query: grid, of: 'a part' });
  await call(list, { ...inWorkspace, query: { ...grid, search: 'follows' }, of: 'a search' });
  await call('GET /api/workspaces/{workspaceId}/accounts/people', inWorkspace);
  await tagsRound(call, workspaceId);
  await viewsRound(call, workspaceId);
  await call('GET /api/workspaces/{workspaceId}/activities/search', {
    ...inWorkspace,
    query: { q: 'follows' },
  });
  const ofLarge = { params: { accountId: accountIds[largeDomain] ?? '' } };
  await call('GET /api/accounts/{accountId}', ofLarge);
  const timeline = await call('GET /api/accounts/{accountId}/timeline', {
    ...ofLarge,
    query: { range: '12W', limit: '50' },
  });
  await call('GET /api/accounts/{accountId}/participants', ofLarge);
  await call('GET /api/accounts/{accountId}/shares', ofLarge);
  const [shown] = (timeline['activities'] ?? []) as { id: string }[];
  await peopleRound(call, workspaceId, ofLarge);
  // While the account is being shared again, there may be none.
  const activityId = shown?.id ?? accountIds[largeDomain] ?? '';
  const expected = shown === undefined ? 404 : 200;
  await call('GET /api/activities/{activityId}', { params: { activityId }, expected });
  await call('POST /api/activities/{activityId}/private', {
    params: { activityId: accountIds[largeDomain] ?? '' },
    expected: 404,
  });
  await call('POST /api/activities/{activityId}/access', {
    params: { activityId: accountIds[largeDomain] ?? '' },
    expected: 404,
  });
  await call('GET /api/access-requests');
  await call('PUT /api/access-requests/{requestId}', {
    params: { requestId: accountIds[largeDomain] ?? '' },
    body: { answer: 'conversation' },
    expected: 404,
  });
  await call('GET /api/private-conversations');
  await call('DELETE /api/private-conversations/{conversationId}', {
    params: { conversationId: accountIds[largeDomain] ?? '' },
    expected: 404,
  });
  await call('GET /api/private-meetings');
  await call('PUT /api/private-meetings/{meetingId}/share', {
    params: { meetingId: accountIds[largeDomain] ?? '' },
    body: { isShared: true },
    expected: 404,
  });
  await call('PUT /api/protected-addresses', {
    body: { address: `round${round}.example`, shares: 'nothing' },
  });
  await call('GET /api/workspaces/{workspaceId}/protected-addresses', { params: { workspaceId } });
  const ofWorkspace = { workspaceId, address: `round${round}.example` };
  await call('PUT /api/workspaces/{workspaceId}/protected-addresses', {
    params: { workspaceId },
    body: { address: ofWorkspace.address, shares: 'nothing' },
    expected: 403,
  });
  await call('DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}', {
    params: ofWorkspace,
    expected: 403,
  });
  await webhooksRound(call, workspaceId, accountIds[largeDomain] ?? '');
  await call('GET /api/protected-addresses');
  await call('DELETE /api/protected-addresses/{address}', {
    params: { address: `round${round}.example` },
  });
  await call('GET /api/activities/{activityId}/fireflies-transcript', {
    params: { activityId: accountIds[largeDomain] ?? '' },
    expected: 404,
  });

  await call('GET /api/accounts', { query: { type: 'domains' } });
  await call('GET /api/accounts/domains/{id}/as-colleagues-see', {
    params: { id: accountIds[largeDomain] ?? '' },
    expected: 404,
  });
  const imported = await call('POST /api/accounts/import', {
    body: { domains: [`round${round}.example`] },
  });
  const results = (imported['results'] ?? []) as { domain: { id: string } }[];
  await call('DELETE /api/accounts/domains/{id}', {
    params: { id: results[0]?.domain.id ?? '' },
  });
  const accountName = `Round ${round}`;
  await call('POST /api/accounts/import', {
    body: { domains: [`account${round}.example`], workspaceId, name: accountName },
    of: 'with an account',
  });
  await accountChangesRound(call, db, { workspaceId, domain: `account${round}.example` });
  await mergingRound(call, { workspaceId, number: round });
  await accountImportRound(call, { workspaceId, number: round });
  for (const [domain, of] of [
    [smallDomain, 'another domain'],
    [largeDomain, 'the same domain'],
  ] as const) {
    const body = { domainId: other.domainIds[domain] ?? '', workspaceId };
    await call('POST /api/accounts/domains/share', { body, of });
    await call('DELETE /api/accounts/domains/unshare', { body, of });
  }
  await sharesRound(call, workspaceId, other.domainIds[smallDomain] ?? '');
  await call('GET /api/accounts/discover', { query: { progress: 'true' }, expected: 409 });
  await call('POST /api/accounts/preview', {
    body: { domains: ['acme.example'] },
    expected: 409,
  });

  await integrationsRound(call);
  await todayRound(call, workspaceId);
  return samples;
}

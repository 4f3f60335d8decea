import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import type { Endpoint } from '@repo/contract/endpoint';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crossingRequests } from '../cluster/requests/crossing-requests.ts';
import { type CrossingRecorder, recordCrossings } from '../cluster/requests/record-crossings.ts';
import { isOnCluster } from '../create-test-database.ts';
import { toRequest } from '../test-call.ts';
import { type Caller, callers } from './callers.ts';
import { allRows as expected } from './expected/all-rows.ts';
import { type StatementRecorder, recordStatements } from '../tenancy/record-statements.ts';
import { unexpectedProblems } from '../tenancy/statement-problems.ts';
import { secretOf } from './secret-mail.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { type Expected, readAnswers, type Row } from './table.ts';
import { withExhaustedLimits } from './with-exhausted-limits.ts';
import { createWorld, type World } from './world.ts';

/** The callers who may find the secrets of a workspace in a response: of its content, and of its name. */
const readers: Record<string, readonly Caller[]> = {
  [secretOf('ours')]: ['member', 'owner'],
  [secretOf('theirs')]: ['outsider'],
  [secretOf('private-meeting')]: ['owner'],
  // The user without a session is known by an email, and a password signs anyone in.
  [secretOf('workspace-ours')]: ['expired', 'inactive', 'member', 'owner', 'administrator'],
  [secretOf('workspace-theirs')]: ['outsider', 'administrator'],
};

/** Secrets that a single call returns, and no other. */
const returnedOnlyBy: Record<string, EndpointName> = {
  [secretOf('private-meeting')]: 'GET /api/private-meetings',
};

/** Calls that change who may do what, each of which must leave an entry in the audit log. */
const isAudited = (name: EndpointName) =>
  !name.startsWith('GET') &&
  /\/(admin|members|invitations|deleted-accounts|api-keys)\b/.test(name) &&
  // They send another link: who is a member and who is invited stays as it is.
  !/\/(invitation|resend)$/.test(name);

/** Changes made by an endpoint although it only reads or is refused. */
const alwaysChanged: Partial<Record<EndpointName, string[]>> = {
  // Kept, and found by, from the first time on that someone reads it.
  'GET /api/activities/{activityId}/fireflies-transcript': [
    'account_activity_words',
    'call_transcripts',
  ],
  // The changes of a workspace are numbered from the first time on that someone follows it.
  'GET /api/workspaces/{workspaceId}/changes/accounts': ['change_positions'],
  'GET /api/workspaces/{workspaceId}/changes/activities': ['change_positions'],
  'GET /api/workspaces/{workspaceId}/changes/people': ['change_positions'],
  // The audit log says who downloads a workspace.
  'GET /api/workspaces/{workspaceId}/export': ['audit_entries'],
  // A state is used up whatever comes of it; who gets so far knew it.
  'GET /api/integrations/{provider}/oauth/callback': ['oauth_states'],
  // The value that confirms a grant works once; refused, the grant is discarded.
  'POST /api/integrations/{provider}/callback': ['pending_grants'],
};

/** Endpoints whose limit is another than on attempts, with the test that reaches it. */
const limitedElsewhere: Record<'LIMIT_REACHED' | 'RATE_LIMITED', EndpointName[]> = {
  LIMIT_REACHED: [
    // Deleted accounts, and accounts of a workspace: `deletion.test.ts`, `bounded-tables.test.ts`.
    'DELETE /api/accounts/{accountId}',
    // Members of a workspace: `bounded-tables.test.ts`.
    'DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over',
    // Views: `views.test.ts`.
    'PATCH /api/workspaces/{workspaceId}/views/{viewId}',
    // Domains of an account: `account-domains.test.ts`.
    'POST /api/accounts/{accountId}/domains',
    // Those of two accounts together: `merging.test.ts`.
    'POST /api/accounts/{accountId}/merge',
    // Requests that wait: `granted-access.test.ts`.
    'POST /api/activities/{activityId}/access',
    // Tokens: `provider-calls.test.ts`.
    'POST /api/admin/organizations/{id}/provisioning/tokens',
    // Domains: `single-sign-on.test.ts`.
    'POST /api/admin/organizations/{id}/sso/domains',
    // Keys that work: `api-keys.test.ts`.
    'POST /api/auth/api-keys',
    // `passkeys.test.ts`.
    'POST /api/auth/factors/passkeys',
    'POST /api/auth/factors/passkeys/options',
    // Connections to a provider: `several-connections.test.ts`.
    'POST /api/integrations/{provider}/callback',
    'POST /api/integrations/{provider}/sign-in',
    // Members of a workspace: `bounded-tables.test.ts`.
    'POST /api/invitations/accept',
    'POST /api/invitations/register',
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge',
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
    'POST /api/workspaces/{workspaceId}/members',
    // `tags.test.ts`.
    'POST /api/workspaces/{workspaceId}/tags',
    // `views.test.ts`.
    'POST /api/workspaces/{workspaceId}/views',
    // `webhooks.test.ts`.
    'POST /api/workspaces/{workspaceId}/webhooks',
    // `group-roles.test.ts`.
    'PUT /api/admin/organizations/{id}/group-roles',
    // `protected-addresses.test.ts`.
    'PUT /api/protected-addresses',
    // Accounts of a workspace: `bounded-tables.test.ts`.
    'PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}',
    'PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold',
    // Hidden conversations: `today.test.ts`.
    'PUT /api/workspaces/{workspaceId}/favourites',
    'PUT /api/workspaces/{workspaceId}/protected-addresses',
    'PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}',
  ],
  RATE_LIMITED: [
    // Audited changes: `bounded-tables.test.ts`.
    'DELETE /api/accounts/{accountId}',
    'DELETE /api/accounts/{accountId}/domains/{domain}',
    // Audited changes: `bounded-tables.test.ts`.
    'DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}',
    'DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}',
    'DELETE /api/admin/organizations/{id}/sso',
    'DELETE /api/auth/api-keys/{id}',
    'DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold',
    'DELETE /api/workspaces/{workspaceId}/members/{userId}',
    'DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over',
    'DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}',
    'DELETE /api/workspaces/{workspaceId}/tags/{tagId}',
    'DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}',
    // The provider's: `read-transcript.test.ts`.
    'GET /api/activities/{activityId}/fireflies-transcript',
    // Open streams: `event-stream.test.ts`.
    'GET /api/integrations/events',
    // The provider's, as that of a transcript: `provider-failure.ts`.
    'GET /api/integrations/{id}/message-location',
    // Audited changes: `bounded-tables.test.ts`.
    'PATCH /api/accounts/{accountId}',
    'PATCH /api/admin/organizations/{id}',
    'PATCH /api/admin/workspaces/{id}',
    'PATCH /api/workspaces/{workspaceId}/tags/{tagId}',
    'PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}',
    'POST /api/accounts/{accountId}/domains',
    'POST /api/accounts/{accountId}/merge',
    'POST /api/admin/organizations/{id}/provisioning/tokens',
    'POST /api/admin/organizations/{id}/sso/domains',
    'POST /api/admin/organizations/{id}/sso/domains/remove',
    // Tests: `single-sign-on.test.ts`.
    'POST /api/admin/organizations/{id}/sso/domains/verify',
    'POST /api/admin/organizations/{id}/sso/test',
    // Emails by a key: `invitations-by-key.test.ts`.
    'POST /api/admin/users/invite',
    'POST /api/admin/users/{id}/remove-factors',
    // `passkeys.test.ts`.
    'POST /api/auth/factors/passkeys',
    // Guesses: `guess-budget.test.ts`.
    'POST /api/auth/login',
    // `passkeys.test.ts`.
    'POST /api/auth/login/passkey',
    // `second-step-attacks.test.ts`.
    'POST /api/auth/login/second-factor',
    'POST /api/auth/sso/exchange',
    'POST /api/auth/sso/link',
    // `back-channel-logout.test.ts`.
    'POST /api/auth/sso/{organizationId}/logout',
    // Deliveries: `webhook.test.ts`.
    'POST /api/webhooks/v1/{provider}/{integrationId}',
    // Audited changes: `account-import.test.ts`, `bounded-tables.test.ts`.
    'POST /api/workspaces/{workspaceId}/account-import',
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge',
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
    'POST /api/workspaces/{workspaceId}/members/{userId}/deletion',
    'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over',
    'POST /api/workspaces/{workspaceId}/owner',
    'POST /api/workspaces/{workspaceId}/webhooks',
    // Tests and replays: `webhooks.test.ts`.
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret',
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test',
    'PUT /api/accounts/{accountId}/owner',
    'PUT /api/accounts/{accountId}/primary-domain',
    'PUT /api/admin/organizations/{id}/archived',
    // Audited changes: `bounded-tables.test.ts`.
    'PUT /api/admin/organizations/{id}/group-roles',
    'PUT /api/admin/organizations/{id}/second-factor',
    // Audited changes: `bounded-tables.test.ts`.
    'PUT /api/admin/organizations/{id}/sso',
    'PUT /api/admin/second-factor',
    'PUT /api/admin/workspaces/{id}/archived',
    // `sign-in-factors.test.ts`.
    'PUT /api/auth/factors/authenticator-app',
    // Audited changes: `bounded-tables.test.ts`.
    'PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}',
    'PUT /api/workspaces/{workspaceId}/accounts/owners',
    'PUT /api/workspaces/{workspaceId}/accounts/tags',
    'PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold',
    'PUT /api/workspaces/{workspaceId}/members/{userId}',
    'PUT /api/workspaces/{workspaceId}/protected-addresses',
    'PUT /api/workspaces/{workspaceId}/retention',
  ],
};

let world: World;
let snapshot: Snapshot;
let recorder: StatementRecorder;
let crossings: CrossingRecorder | undefined;
const found = new Set<string>();

beforeAll(async () => {
  world = await createWorld();
  snapshot = await takeSnapshot(world.app.db);
  crossings = isOnCluster() ? recordCrossings() : undefined;
  recorder = recordStatements();
});
afterAll(async () => {
  recorder.stop();
  crossings?.stop();
  await world.app.close();
});

/** The differences from before: tables, jobs that wait, emails that were sent. */
async function changes(): Promise<unknown[]> {
  const { jobs, mails } = world.app;
  return [...(await snapshot.changes()), ...jobs.recorded, ...mails];
}

async function restore(): Promise<void> {
  await snapshot.restore();
  world.app.jobs.recorded.length = 0;
  world.app.mails.length = 0;
}

interface TestResponse extends Expected {
  body: string;
}

async function request(
  name: EndpointName,
  [, request]: Row,
  caller: Caller,
): Promise<TestResponse> {
  const given = request(world, caller);
  crossings?.begin(name);
  const token = given.bearer ?? (world.people[caller].token || undefined);
  const options: InjectOptions = toRequest(name, { ...given, token });
  const response = await world.app.app.inject({ ...options, payloadAsStream: true });
  const body = response.headers['content-type']?.toString().startsWith('text/event-stream')
    ? await firstEvent(response.stream())
    : Buffer.concat(await response.stream().toArray()).toString();
  const { statusCode: status } = response;
  const location = response.headers.location?.toString() ?? '';
  const outcome = /[?&]error=/.test(location) ? '-' : '+';
  const code = status < 400 ? undefined : JSON.parse(body).error.code;
  return { status, code, mark: status === 302 ? outcome : '', body };
}

/** A stream of events goes on; what it says first is enough. */
async function firstEvent(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stream) {
    text += String(part);
    if (text.includes('data:')) break;
  }
  return text;
}

/** Secrets in an answer that its reader may not see. */
function leaks(name: EndpointName, body: string, caller: Caller): string[] {
  const secrets = body.match(/secret-of-[a-z-]+/g) ?? [];
  const own = secretOf(world.people[caller].name);
  for (const secret of secrets) found.add(secret);
  const mayRead = (secret: string) =>
    readers[secret]?.includes(caller) === true && (returnedOnlyBy[secret] ?? name) === name;
  return secrets.filter((secret) => secret !== own && !mayRead(secret));
}

async function checkCell(name: EndpointName, row: Row, caller: Caller, wanted: Expected) {
  await world.app.db.deleteFrom('rate_limit_counters').execute();
  await world.app.db.deleteFrom('sign_in_failures').execute();
  const [, , state] = row;
  const { body, ...answer } =
    state === 'exhausted'
      ? await withExhaustedLimits(world.app.db, () => request(name, row, caller))
      : await request(name, row, caller);
  const { code, status, mark } = wanted;
  expect
    .soft(answer, `${caller}: ${body}`)
    .toEqual({ code, status, mark: mark.replace(/[!#]/, '') });
  expect.soft(leaks(name, body, caller), `${caller} reads what is none of theirs`).toEqual([]);
  const changed = await changes();
  if (changed.length === 0) return;
  const isDone = answer.status < 400 && mark !== '-';
  const mayChange = isDone && (mark === '+' || !name.startsWith('GET'));
  const allowed = mayChange ? changed : (alwaysChanged[name] ?? []);
  expect.soft(changed.toSorted(), `${caller} changed what stays`).toEqual(allowed.toSorted());
  if (isDone && isAudited(name)) {
    expect.soft(changed, `${caller}'s change is in the audit log`).toContain('audit_entries');
  }
  await restore();
}

test('has rows for every call of the contract, and for nothing else', () => {
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test.each(['LIMIT_REACHED', 'RATE_LIMITED'] as const)(
  'has a row with %s for every endpoint that the contract says can respond so',
  (code) => {
    const named = Object.entries<Endpoint>(endpoints)
      .filter(([, { errors = [] }]) => errors.includes(code))
      .map(([name]) => name as EndpointName);
    const missing = named.filter((name) => {
      const answers = Object.values(expected[name] ?? {}).flatMap(([all]) => readAnswers(all));
      return !answers.some((answer) => answer.code === code);
    });
    expect(missing.toSorted()).toEqual(limitedElsewhere[code]);
  },
);

describe.each(Object.entries<Endpoint>(endpoints))('%s', (key, call) => {
  const name = key as EndpointName;
  const rows = Object.entries(expected[name] ?? {});

  test('is refused without a live session, unless it needs none', () => {
    const isOpen = call.access === 'public' || call.access === 'secret';
    for (const [, [answers]] of rows) {
      const [signedOut, expired, inactive] = readAnswers(answers);
      if (isOpen) continue;
      expect([signedOut?.status, expired?.status, inactive?.status]).toEqual([401, 401, 401]);
    }
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)('%s', async (_what, row) => {
    const answers = readAnswers(row[0]);
    expect(answers).toHaveLength(callers.length);
    for (const [index, caller] of callers.entries()) {
      const wanted = answers[index];
      if (wanted) await checkCell(name, row, caller, wanted);
    }
  });
});

test('the secrets were there to be found', () => {
  const own = callers.filter((caller) => !['signedOut', 'expired', 'inactive'].includes(caller));
  const ofPeople = own.map((caller) => secretOf(world.people[caller].name));
  expect([...found].toSorted()).toEqual([...Object.keys(readers), ...ofPeople].toSorted());
});

// In a distributed database every other statement would have to ask all machines (docs/scale.md).
test('every statement of a request names the tenant', async () => {
  const statements = recorder.statements();
  // One of each endpoint at least.
  expect(statements.length).toBeGreaterThan(Object.keys(endpoints).length);
  expect(await unexpectedProblems(world.app.databaseUrl, statements)).toEqual([]);
});

test('on a cluster every request reaches one shard, except those that are listed', ({ skip }) => {
  if (crossings === undefined) return skip('needs a cluster: npm run proof -- cluster');
  const found = [...crossings.crossings()].map(([name, files]) => [name, [...files].sort()]);
  const listed = Object.entries(crossingRequests).map(([name, files]) => [
    name,
    Object.keys(files).sort(),
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
});

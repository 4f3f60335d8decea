import type { Endpoint } from '@repo/contract/endpoint';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { type Scope, scopeNames } from '@repo/contract/scopes';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertApiKey } from '../insert-api-key.ts';
import { toRequest } from '../test-call.ts';
import { type Caller, callers } from './callers.ts';
import { allRows } from './expected/all-rows.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { readAnswers, type Row } from './table.ts';
import { createWorld, type World } from './world.ts';

/**
 * The callers of the table with an API key in place of their session. What a key may do follows from the
 * contract alone: an endpoint without a scope takes none, and one with a scope responds to a key that has it
 * as it does to the session of the same user, but for administrators as `sparesAdministrators` lists it.
 */
const holders = ['stranger', 'outsider', 'member', 'owner', 'administrator'] as const;

let world: World;
let snapshot: Snapshot;
/** Keys of the member of Ours, and the same of the administrator. */
const keys = { member: new Map<string, string>(), administrator: new Map<string, string>() };
type Holder = keyof typeof keys;
/** Whose keys show what the scope of a call does. */
const holderOf = (scope: string): Holder =>
  scope.startsWith('administration:') ? 'administrator' : 'member';
const usedNow = { last_used_at: new Date(Date.now() + 3_600_000), networks: ['127.0.0.1'] };

beforeAll(async () => {
  world = await createWorld();
  const { db } = world.app;
  for (const holder of ['member', 'administrator'] as const) {
    const { id } = world.people[holder];
    const add = async (name: string, given: object, userId = id) =>
      keys[holder].set(name, (await insertApiKey(db, userId, { ...usedNow, ...given })).key);
    await add('without a scope', { scopes: [] });
    await add('with a scope that was removed', { scopes: ['mails:read'] });
    await add('read-only', { scopes: scopeNames.filter((one) => one.endsWith(':read')) });
    await add('expired', { expires_at: new Date(Date.now() - 1_000) });
    await add('revoked', { revoked_at: new Date() });
    await add('of a deactivated user', {}, world.people.inactive.id);
    for (const scope of scopeNames) {
      await add(`all but ${scope}`, { scopes: scopeNames.filter((one) => one !== scope) });
      await add(`only ${scope}`, { scopes: [scope] });
    }
    const { key: all } = await insertApiKey(db, id, usedNow);
    keys[holder].set('mistyped', all.slice(0, -1) + (all.endsWith('0') ? '1' : '0'));
    keys[holder].set('cut off', all.slice(0, 20));
  }
  snapshot = await takeSnapshot(db);
});
afterAll(() => world.app.close());

async function send(name: EndpointName, [, request]: Row, caller: Caller, key: string) {
  await world.app.db.deleteFrom('rate_limit_counters').execute();
  await world.app.db.deleteFrom('sign_in_failures').execute();
  const { bearer: _, ...given } = request(world, caller);
  const options: InjectOptions = toRequest(name, { ...given, token: key });
  const response = await world.app.app.inject(options);
  const { error } = response.statusCode < 400 ? {} : response.json();
  return { status: response.statusCode, code: error?.code, message: String(error?.message) };
}

/** What a session may do and no key: to make an administrator, and to change one. */
const sparesAdministrators: Partial<Record<EndpointName, string[]>> = {
  'POST /api/admin/users/invite': ['as an administrator'],
  'PUT /api/admin/users/{id}': ['oneself, with every right'],
};

const isSpared = (name: EndpointName, what: string) =>
  sparesAdministrators[name]?.includes(what) === true;

/** A request that the holder of a key may make, or else any. */
function rowOf(name: EndpointName, holder: Holder = 'member'): Row {
  const rows = Object.entries(allRows[name] ?? {})
    .filter(([what, [, , state]]) => state === undefined && !isSpared(name, what))
    .map(([, row]) => row);
  const allowed = rows.find(
    ([answers]) => readAnswers(answers)[callers.indexOf(holder)]?.status === 200,
  );
  const row = allowed ?? rows[0];
  if (row === undefined) throw new Error(`There is no row for ${name}.`);
  return row;
}

async function expectUnchanged(what: string): Promise<void> {
  const changed = [...(await snapshot.changes()), ...world.app.jobs.recorded, ...world.app.mails];
  expect.soft(changed, what).toEqual([]);
}

async function restore(): Promise<void> {
  await snapshot.restore();
  world.app.jobs.recorded.length = 0;
  world.app.mails.length = 0;
}

const all = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
const scoped = all.filter(([, { scope }]) => scope !== undefined);
const closed = all.filter(([, { scope }]) => scope === undefined);

test('only what a user may do with a session can have a scope', () => {
  const other = scoped.filter(([, { access, response }]) => {
    const isData = typeof response === 'object';
    return (access !== 'person' && access !== 'admin') || !isData;
  });
  expect(other.map(([name]) => name)).toEqual([]);
  expect([...new Set(scoped.map(([, { scope }]) => scope))].toSorted()).toEqual(
    scopeNames.toSorted(),
  );
});

test('what manages access and keys takes no key; what manages users, one of administration', () => {
  const taken = scoped
    .map(([name]) => name)
    .filter((name) =>
      /\/(auth|admin|invitations|webhooks|notifications|mail-files|private-\w+)\b/.test(name),
    );
  expect(taken.toSorted()).toEqual([
    'DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}',
    'GET /api/admin/audit',
    'GET /api/admin/connections',
    'GET /api/admin/organizations',
    'GET /api/admin/provider-problems',
    'GET /api/admin/status',
    'GET /api/admin/users',
    'GET /api/admin/users/{id}',
    'GET /api/admin/workspaces',
    'GET /api/admin/workspaces/{id}',
    'GET /api/workspaces/{workspaceId}/invitations',
    'POST /api/admin/organizations',
    'POST /api/admin/users/invite',
    'POST /api/admin/users/{id}/password-reset',
    'POST /api/admin/workspaces',
    'PUT /api/admin/users/{id}',
  ]);
  const administrative = scoped.filter(([, { scope = '' }]) => scope.startsWith('administration:'));
  expect(administrative.map(([name]) => name)).toEqual(expect.arrayContaining(taken));
  expect(administrative.filter(([, { needsFreshProof }]) => needsFreshProof)).toEqual([]);
  expect(closed.length).toBeGreaterThan(50);
});

test('a scope to read is on calls that change nothing', () => {
  const reading = scoped.filter(([, { scope = '' }]) => scope.endsWith(':read'));
  const posts = reading.map(([name]) => name).filter((name) => !name.startsWith('GET'));
  expect(posts).toEqual([
    'POST /api/workspaces/{workspaceId}/account-import/preview',
    'POST /api/accounts/preview',
    'POST /api/workspaces/{workspaceId}/shares/preview',
    'POST /api/workspaces/{workspaceId}/people/names',
  ]);
  const writing = scoped.filter(([, { scope = '' }]) => scope.endsWith(':write'));
  expect(writing.filter(([name]) => name.startsWith('GET'))).toEqual([]);
});

describe.each(closed)('%s takes no key', (name, call) => {
  test('of anyone', async () => {
    for (const caller of holders) {
      const { status, message } = await send(
        name,
        rowOf(name),
        caller,
        world.people[caller].apiKey,
      );
      // What has a secret of its own, such as the signature of an icon, does not know keys.
      if (call.access === 'secret') expect.soft([204, 302, 401, 403, 404]).toContain(status);
      else expect.soft([status, message]).toEqual([403, expect.stringContaining('no API key')]);
      if (call.access !== 'secret') await expectUnchanged(`${caller} changed something`);
      await restore();
    }
  });
});

describe.each(scoped)('%s', (name, { scope = '' }) => {
  const holder = holderOf(scope);
  const sendWith = (kind: string) =>
    send(name, rowOf(name, holder), holder, keys[holder].get(kind) ?? '');

  test('is refused to keys that do not work, and says why', async () => {
    for (const [kind, why] of [
      ['expired', 'has expired'],
      ['revoked', 'was revoked'],
      ['of a deactivated user', 'deactivated'],
      ['mistyped', 'checksum'],
      ['cut off', 'checksum'],
    ] as const) {
      const answer = await sendWith(kind);
      expect.soft(answer, kind).toEqual({
        status: 401,
        code: 'UNAUTHENTICATED',
        message: expect.stringContaining(why),
      });
    }
    await expectUnchanged('a key that does not work changed something');
  });

  test('is refused to keys without its scope, and names it', async () => {
    const others = (scopeNames as readonly string[]).filter((one) => one !== scope);
    const kinds = [
      'without a scope',
      'with a scope that was removed',
      `all but ${scope}`,
      ...others.map((one) => `only ${one}`),
      ...(scope.endsWith(':read') ? [] : ['read-only']),
    ];
    for (const kind of kinds) {
      const answer = await sendWith(kind);
      expect.soft(answer, kind).toEqual({
        status: 403,
        code: 'FORBIDDEN',
        message: expect.stringContaining(` scope ${scope}.`),
      });
    }
    await expectUnchanged('a key without the scope changed something');
  });

  test('responds to a key with its scope as to the session of the same user', async () => {
    const rows = Object.entries(allRows[name] ?? {});
    for (const [what, row] of rows) {
      if (row[2] !== undefined) continue;
      for (const caller of holders) {
        const ofSession = readAnswers(row[0])[callers.indexOf(caller)];
        const isRefused = ofSession?.status === 200 && isSpared(name, what);
        const wanted = isRefused ? { status: 403, code: 'FORBIDDEN' } : ofSession;
        const { status, code } = await send(name, row, caller, world.people[caller].apiKey);
        expect.soft([status, code], `${caller}: ${what}`).toEqual([wanted?.status, wanted?.code]);
        await restore();
      }
    }
    const [answers] = rowOf(name, holder);
    const { status } = await sendWith(`only ${scope}`);
    expect(status).toBe(readAnswers(answers)[callers.indexOf(holder)]?.status);
    await restore();
  });
});

test('the secret of a webhook is for sessions alone', async () => {
  const { token, apiKey, webhookToken } = world.people.member;
  const bySession = await world.app.call('GET /api/integrations', { token });
  const byKey = await world.app.call('GET /api/integrations', { token: apiKey });
  expect(JSON.stringify(bySession.data)).toContain(webhookToken);
  expect(JSON.stringify(byKey.data)).not.toContain(webhookToken);
  expect(byKey.data.integrations).toHaveLength(bySession.data.integrations.length);
});

test('without the scope of administration, the key of an administrator is that of any user', async () => {
  const { administrator } = world.people;
  const { key } = await insertApiKey(world.app.db, administrator.id, {
    ...usedNow,
    scopes: scopeNames.filter((one) => one !== 'administration:read'),
  });
  const scope: Scope = 'workspaces:read';
  const name = 'GET /api/workspaces/{workspaceId}/members';
  const params = { workspaceId: world.ours.id };
  expect(endpoints[name].scope).toBe(scope);
  const bySession = await world.app.call(name, { token: administrator.token, params });
  const byKey = await world.app.call(name, { token: key, params });
  const byOther = await world.app.call(name, { token: administrator.apiKey, params });
  expect([bySession.status, byKey.status, byOther.status]).toEqual([200, 404, 200]);
});

test('a key stops acting as an administrator when its user is none any more', async () => {
  const { administrator } = world.people;
  const read = () => world.app.call('GET /api/admin/users', { token: administrator.apiKey });
  expect((await read()).status).toBe(200);
  await world.app.db
    .updateTable('users')
    .set({ is_admin: false })
    .where('id', '=', administrator.id)
    .execute();
  expect((await read()).status).toBe(403);
  await restore();
});

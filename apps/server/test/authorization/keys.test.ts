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
 * as it does to the session of the same user.
 */
const holders = ['stranger', 'outsider', 'member', 'owner'] as const;

let world: World;
let snapshot: Snapshot;
/** Keys of the member of Ours. */
const keys = new Map<string, string>();
const usedNow = { last_used_at: new Date(Date.now() + 3_600_000), networks: ['127.0.0.1'] };

beforeAll(async () => {
  world = await createWorld();
  const { db } = world.app;
  const { member, inactive } = world.people;
  const add = async (name: string, userId: string, given: object) =>
    keys.set(name, (await insertApiKey(db, userId, { ...usedNow, ...given })).key);
  await add('without a scope', member.id, { scopes: [] });
  await add('with a scope that was removed', member.id, { scopes: ['mails:read'] });
  await add('read-only', member.id, { scopes: scopeNames.filter((one) => one.endsWith(':read')) });
  await add('expired', member.id, { expires_at: new Date(Date.now() - 1_000) });
  await add('revoked', member.id, { revoked_at: new Date() });
  await add('of a deactivated user', inactive.id, {});
  for (const scope of scopeNames) {
    await add(`all but ${scope}`, member.id, { scopes: scopeNames.filter((one) => one !== scope) });
    await add(`only ${scope}`, member.id, { scopes: [scope] });
  }
  const { key: all } = await insertApiKey(db, member.id, usedNow);
  keys.set('mistyped', all.slice(0, -1) + (all.endsWith('0') ? '1' : '0'));
  keys.set('cut off', all.slice(0, 20));
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

/** A request that the member of Ours may make, or else any. */
function rowOf(name: EndpointName): Row {
  const rows = Object.values(allRows[name] ?? {}).filter(([, , state]) => state === undefined);
  const allowed = rows.find(([answers]) => readAnswers(answers)[memberAt]?.status === 200);
  const row = allowed ?? rows[0];
  if (row === undefined) throw new Error(`There is no row for ${name}.`);
  return row;
}
const memberAt = callers.indexOf('member');

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
    return access !== 'person' || !isData;
  });
  expect(other.map(([name]) => name)).toEqual([]);
  expect([...new Set(scoped.map(([, { scope }]) => scope))].toSorted()).toEqual(
    scopeNames.toSorted(),
  );
});

test('what manages access, users and keys takes no key', () => {
  const taken = scoped
    .map(([name]) => name)
    .filter((name) =>
      /\/(auth|admin|invitations|webhooks|notifications|mail-files|private-\w+)\b/.test(name),
    );
  expect(taken).toEqual([]);
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
    for (const caller of [...holders, 'administrator'] as const) {
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
  test('is refused to keys that do not work, and says why', async () => {
    for (const [kind, why] of [
      ['expired', 'has expired'],
      ['revoked', 'was revoked'],
      ['of a deactivated user', 'deactivated'],
      ['mistyped', 'checksum'],
      ['cut off', 'checksum'],
    ] as const) {
      const answer = await send(name, rowOf(name), 'member', keys.get(kind) ?? '');
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
      const answer = await send(name, rowOf(name), 'member', keys.get(kind) ?? '');
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
        const wanted = readAnswers(row[0])[callers.indexOf(caller)];
        const { status, code } = await send(name, row, caller, world.people[caller].apiKey);
        expect.soft([status, code], `${caller}: ${what}`).toEqual([wanted?.status, wanted?.code]);
        await restore();
      }
    }
    const only = keys.get(`only ${scope}`) ?? '';
    const [answers] = rowOf(name);
    const { status } = await send(name, rowOf(name), 'member', only);
    expect(status).toBe(readAnswers(answers)[memberAt]?.status);
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

test('the key of an administrator is that of a user without a workspace', async () => {
  const { administrator } = world.people;
  const scope: Scope = 'workspaces:read';
  const name = 'GET /api/workspaces/{workspaceId}/members';
  const params = { workspaceId: world.ours.id };
  expect(endpoints[name].scope).toBe(scope);
  const bySession = await world.app.call(name, { token: administrator.token, params });
  const byKey = await world.app.call(name, { token: administrator.apiKey, params });
  expect([bySession.status, byKey.status]).toEqual([200, 404]);
});

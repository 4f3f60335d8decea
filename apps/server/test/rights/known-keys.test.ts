import { scopeNames } from '@repo/contract/scopes';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { insertApiKey } from '../insert-api-key.ts';
import { type SharedAtLevel, shareWithColleague } from './shared-at-level.ts';

/**
 * The calls whose own query authenticates a key that the process knows. Between two requests the key, its user or the
 * workspace changes.
 */
let app: TestApp;
let shared: SharedAtLevel;
let key: string;
let keyId: string;

beforeAll(async () => {
  app = await createTestApp();
  shared = await shareWithColleague(app);
});
afterAll(() => app.close());

const newKey = async (scopes: readonly string[] = scopeNames) => {
  const networks = ['127.0.0.1'];
  ({ key, id: keyId } = await insertApiKey(app.db, shared.bob.id, {
    scopes: [...scopes],
    networks,
  }));
};

const calls = {
  list: () =>
    app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: key,
      params: { workspaceId: shared.workspaceId },
    }),
  account: () =>
    app.call('GET /api/accounts/{accountId}', {
      token: key,
      params: { accountId: shared.accountId },
    }),
  timeline: () =>
    app.call('GET /api/accounts/{accountId}/timeline', {
      token: key,
      params: { accountId: shared.accountId },
      query: { range: '12W', limit: 10 },
    }),
};
const names = Object.keys(calls) as (keyof typeof calls)[];

/** A statement, and the one that undoes it. */
const changes: Record<string, { change: () => RawBuilder<unknown>[]; status: number }> = {
  'the key is revoked': {
    change: () => [sql`update api_keys set revoked_at = now() where id = ${keyId}`],
    status: 401,
  },
  'the key expires': {
    change: () => [sql`update api_keys set expires_at = now() where id = ${keyId}`],
    status: 401,
  },
  'the key is removed': {
    change: () => [sql`delete from api_keys where id = ${keyId}`],
    status: 401,
  },
  'its scopes are taken away': {
    change: () => [sql`update api_keys set scopes = '{}' where id = ${keyId}`],
    status: 403,
  },
  'its user is deactivated': {
    change: () => [
      sql`update users set is_active = false where id = ${shared.bob.id}`,
      sql`update users set is_active = true where id = ${shared.bob.id}`,
    ],
    status: 401,
  },
  'its user is removed from the workspace': {
    change: () => [
      sql`delete from memberships where user_id = ${shared.bob.id}`,
      sql`insert into memberships (workspace_id, user_id, role)
        values (${shared.workspaceId}, ${shared.bob.id}, 'member')`,
    ],
    status: 404,
  },
  'the workspace is archived': {
    change: () => [
      sql`update workspaces set archived_at = now() where id = ${shared.workspaceId}`,
      sql`update workspaces set archived_at = null where id = ${shared.workspaceId}`,
    ],
    status: 404,
  },
  'a second factor is required': {
    change: () => [
      sql`insert into second_factor_rules (organization_id, required_from)
        select organization_id, now() from workspaces where id = ${shared.workspaceId}`,
      sql`delete from second_factor_rules`,
    ],
    status: 403,
  },
};

describe.each(names)('%s', (name) => {
  beforeEach(() => newKey());

  test.each(Object.keys(changes))('reads nothing more once %s', async (what) => {
    // The first request makes the key known, the second one is served by the query.
    expect([(await calls[name]()).status, (await calls[name]()).status]).toEqual([200, 200]);
    const { change, status } = changes[what] ?? { change: () => [], status: 200 };
    const [make, undo] = change();
    await make?.execute(app.db);
    try {
      expect((await calls[name]()).status).toBe(status);
    } finally {
      await undo?.execute(app.db);
    }
    if (undo) expect((await calls[name]()).status).toBe(200);
  });

  test('reads nothing that is requested after a revocation, while many requests are answered', async () => {
    await calls[name]();
    const early = Array.from({ length: 20 }, () => calls[name]());
    await sql`update api_keys set revoked_at = now() where id = ${keyId}`.execute(app.db);
    const late = await Promise.all(Array.from({ length: 20 }, () => calls[name]()));
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 401));
    for (const { status } of await Promise.all(early)) expect([200, 401]).toContain(status);
  });
});

test('the texts are gone with their scope, also from a key that read them before', async () => {
  await newKey(['activities:read', 'texts:read']);
  const read = async () => {
    const { data } = await calls.timeline();
    return data.activities.map((one) => ('summary' in one ? one.summary : ''));
  };
  const before = [await read(), await read()];
  expect(before[1]?.join('')).not.toBe('');
  await sql`update api_keys set scopes = '{activities:read}' where id = ${keyId}`.execute(app.db);
  const after = [await read(), await read()];
  expect(after.flat().join('')).toBe('');
  expect(after[1]).toHaveLength(before[1]?.length ?? 0);
});

test('each request of a known key counts', async () => {
  await newKey();
  const left = async () => Number((await calls.list()).headers['ratelimit-remaining']);
  const first = await left();
  expect([await left(), await left()]).toEqual([first - 1, first - 2]);
});

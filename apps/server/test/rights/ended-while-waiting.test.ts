import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { close, open, type Opened, statusOf, type Target } from '../abuse/connections.ts';
import { absent } from '../authorization/world.ts';
import { standInProviders } from '../authorization/stand-in-providers.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { insertApiKey } from '../insert-api-key.ts';
import type { MadePerson } from '../test-makers.ts';
import { countWaiting } from '../wait-for-locks.ts';

/** Rights that end after the head of a request came, and before its body did, or before it was its turn. */
let app: TestApp;
let target: Target;
beforeAll(async () => {
  app = await createTestApp({ providers: standInProviders });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  target = { host: '127.0.0.1', port: (app.app.server.address() as AddressInfo).port };
});
afterAll(() => app.close());

/** Longer than the time for which a request counts as authenticated. */
const WAIT_MS = 150;
const BODY = '{"name":"a"}';

const changing = Object.entries<Endpoint>(endpoints).filter(
  ([name, { access, acceptsBytes }]) =>
    !name.startsWith('GET ') && access !== 'public' && access !== 'secret' && !acceptsBytes,
);

const headOf = (
  name: string,
  token: string,
  { type = 'application/json', bytes = BODY.length },
) => {
  const [method, path = ''] = name.split(' ');
  const url = path.replaceAll('{provider}', 'fathom').replaceAll(/\{\w+\}/g, absent);
  return `${method} ${url} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes}\r\n\r\n`;
};

/** Sends the heads of requests, ends the right, and then sends their bodies. Returns the status of each. */
async function statusesAfter(
  heads: readonly (readonly [name: string, head: string])[],
  end: () => Promise<unknown>,
  body = BODY,
): Promise<Record<string, number | undefined>> {
  const sent: [string, Opened][] = [];
  for (const [name, head] of heads) sent.push([name, await open(target, { say: head })]);
  await sleep(WAIT_MS);
  expect(sent.filter(([, one]) => statusOf(one) !== undefined).map(([name]) => name)).toEqual([]);
  await end();
  await sleep(WAIT_MS);
  for (const [, one] of sent) one.socket.write(body);
  await expect
    .poll(() => sent.filter(([, one]) => !statusOf(one)).length, { timeout: 5_000 })
    .toBe(0);
  close(sent.map(([, one]) => one));
  return Object.fromEntries(sent.map(([name, one]) => [name, statusOf(one)]));
}

/** As many as a user may have waiting at the same time. */
const halves = [{ half: changing.slice(0, 50) }, { half: changing.slice(50) }];

const all = (names: readonly (readonly [string, Endpoint])[], status: number) =>
  Object.fromEntries(names.map(([name]) => [name, status]));

const withSession = (calls: readonly (readonly [string, Endpoint])[], { token }: MadePerson) =>
  calls.map(([name]) => [name, headOf(name, token, {})] as const);

describe('before the body came', () => {
  test.each(halves)('a session that ended changes nothing, part %#', async ({ half }) => {
    const admin = await app.make.person({ is_admin: true });
    const statuses = await statusesAfter(withSession(half, admin), () =>
      app.db.deleteFrom('sessions').where('user_id', '=', admin.id).execute(),
    );
    expect(statuses).toEqual(all(half, 401));
  });

  test.each(halves)('a user who was deactivated changes nothing, part %#', async ({ half }) => {
    const admin = await app.make.person({ is_admin: true });
    const statuses = await statusesAfter(withSession(half, admin), () =>
      app.db.updateTable('users').set({ is_active: false }).where('id', '=', admin.id).execute(),
    );
    expect(statuses).toEqual(all(half, 401));
  });

  test('who is no administrator any more does nothing as one', async () => {
    const admin = await app.make.person({ is_admin: true });
    const theirs = changing.filter(([, { access }]) => access === 'admin');
    const statuses = await statusesAfter(withSession(theirs, admin), () =>
      app.db.updateTable('users').set({ is_admin: false }).where('id', '=', admin.id).execute(),
    );
    expect(statuses).toEqual(all(theirs, 403));
  });

  test('the key of who is no administrator any more does nothing as one', async () => {
    const { id } = await app.make.person({ is_admin: true });
    const { key } = await insertApiKey(app.db, id);
    const theirs = changing.filter(([, { access, scope }]) => access === 'admin' && scope);
    expect(theirs.length).toBeGreaterThan(3);
    const heads = theirs.map(([name]) => [name, headOf(name, key, {})] as const);
    const statuses = await statusesAfter(heads, () =>
      app.db.updateTable('users').set({ is_admin: false }).where('id', '=', id).execute(),
    );
    expect(statuses).toEqual(all(theirs, 403));
  });

  test.each(['revoked_at', 'expires_at'])(
    'a key with a %s in the past changes nothing',
    async (at) => {
      const { id } = await app.make.person({ is_admin: true });
      const { id: keyId, key } = await insertApiKey(app.db, id);
      const withScope = changing.filter(([, { scope }]) => scope !== undefined);
      expect(withScope.length).toBeGreaterThan(5);
      const heads = withScope.map(([name]) => [name, headOf(name, key, {})] as const);
      const statuses = await statusesAfter(heads, () =>
        sql`update api_keys set ${sql.ref(at)} = now() where user_id = ${id} and id = ${keyId}`.execute(
          app.db,
        ),
      );
      expect(statuses).toEqual(all(withScope, 401));
    },
  );

  test('a webhook whose token was replaced delivers nothing', async () => {
    const { id: ownerId } = await app.make.person();
    const token = 'a'.repeat(43);
    const { id } = await app.db
      .insertInto('integrations')
      .values({
        owner_id: ownerId,
        provider: 'fathom',
        source: 'fathom',
        webhook_token_hash: hashToken(token),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const name = 'POST /api/webhooks/v1/{provider}/{integrationId}';
    const head = headOf(name.replace('{integrationId}', id), token, {});
    const statuses = await statusesAfter([[name, head]], () =>
      app.db
        .updateTable('integrations')
        .set({ webhook_token_hash: hashToken('another') })
        .where('id', '=', id)
        .execute(),
    );
    expect(Object.values(statuses)).toEqual([401]);
  });

  test('a part of a file is not stored', async () => {
    const ann = await app.make.person();
    const { data } = await app.call('POST /api/mail-files', {
      token: ann.token,
      body: { name: 'a.mbox', size: 4 },
    });
    const name = `PUT /api/mail-files/${data.file.id}/content?offset=0`;
    const head = headOf(name, ann.token, { type: 'application/octet-stream', bytes: 4 });
    const statuses = await statusesAfter(
      [[name, head]],
      () => app.db.deleteFrom('sessions').where('user_id', '=', ann.id).execute(),
      'From',
    );
    expect(statuses[name]).toBe(401);
    const stored = await app.db.selectFrom('mail_files').select('received').execute();
    expect(stored).toEqual([{ received: 0 }]);
  });
});

test('what waited for its turn is neither read nor changed with a key that was revoked meanwhile', async () => {
  const ann = await app.make.person();
  const workspace = await app.make.workspace();
  await app.make.membership(workspace.id, ann.id);
  const { id, key } = await insertApiKey(app.db, ann.id, { networks: ['127.0.0.1'] });
  const add = () =>
    app.call('POST /api/workspaces/{workspaceId}/account-import', {
      token: key,
      params: { workspaceId: workspace.id },
      body: { rows: [{ domain: 'second.example', name: 'Second', owner: '', note: '' }] },
    });
  const list = () =>
    app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: key,
      params: { workspaceId: workspace.id },
      query: {},
    });
  const waited = await app.db.transaction().execute(async (tx) => {
    await lockOwner(tx, ann.id);
    const first = app.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: ['first.example'] },
    });
    await expect.poll(() => countWaiting(app.db)).toBe(1);
    const others = [add(), list()];
    await sleep(WAIT_MS);
    await app.db
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { first, others };
  });
  await waited.first;
  const answers = await Promise.all(waited.others);
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
});

import { limits } from '@repo/contract/limits';
import type { Scope } from '@repo/contract/scopes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { recordAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { guessLimits } from '../guess-budget.ts';
import { issueResetToken } from '../reset-token.ts';
import { sendKeyCreatedJob } from './send-key-created.job.ts';

let app: TestApp;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  await registerJobs([sendKeyCreatedJob], app.context);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  app.jobs.recorded.length = 0;
  ann = await app.make.person({ name: 'Ann Own' });
});

interface Given {
  name?: string;
  scopes?: Scope[];
  expiresInDays?: number;
  currentPassword?: string;
}
const create = (given: Given = {}, { token }: { token: string } = ann) =>
  app.call('POST /api/auth/api-keys', {
    token,
    body: {
      name: 'Reports',
      scopes: ['workspaces:read'],
      currentPassword: knownPassword,
      ...given,
    },
  });
const list = async () =>
  (await app.call('GET /api/auth/api-keys', { token: ann.token })).data.items;
const revoke = (id: string, { token }: { token: string } = ann) =>
  app.call('DELETE /api/auth/api-keys/{id}', { token, params: { id } });
const use = (token: string, from?: string) =>
  app.call('GET /api/workspaces', { token, ...(from && { from }) });
const rowOf = (key: string) =>
  app.db
    .selectFrom('api_keys')
    .selectAll()
    .where('token_hash', '=', hashToken(key))
    .executeTakeFirstOrThrow();
const entriesAbout = ({ id }: { id: string }) =>
  app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('person_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
const dayMs = 86_400_000;

describe('a new key', () => {
  test('does not exist where the email about it cannot be enqueued', async () => {
    const enqueue = vi.spyOn(app.jobs, 'enqueue').mockRejectedValue(new Error('no room'));
    const { status } = await create();
    enqueue.mockRestore();
    expect(status).toBe(500);
    expect(await list()).toEqual([]);
  });

  test('is returned once, works, is stored as a hash, audited and announced by email', async () => {
    const { data } = await create({
      scopes: ['workspaces:read', 'accounts:read', 'accounts:read'],
    });
    const { key, apiKey } = data;
    expect(key).toMatch(/^atk_[0-9A-Za-z]{36}$/);
    expect(apiKey).toMatchObject({
      name: 'Reports',
      start: key.slice(0, 8),
      scopes: ['accounts:read', 'workspaces:read'],
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(Date.parse(apiKey.expiresAt) - Date.parse(apiKey.createdAt)).toBe(
      limits.apiKeyDays * dayMs,
    );
    expect((await use(key)).status).toBe(200);
    expect(await list()).toEqual([expect.objectContaining({ id: apiKey.id })]);

    await app.jobs.run();
    expect(app.mails).toEqual([
      expect.objectContaining({ to: ann.email, subject: 'A new API key' }),
    ]);
    expect(app.mails[0]?.text).toContain('See your workspaces and their members.');
    const stored = JSON.stringify([
      await app.db.selectFrom('api_keys').selectAll().execute(),
      await entriesAbout(ann),
      app.mails,
      await list(),
    ]);
    expect(stored).not.toContain(key.slice(8));
    expect(await entriesAbout(ann)).toEqual([
      expect.objectContaining({
        action: 'api-key.created',
        actor_id: ann.id,
        after: expect.objectContaining({
          key: 'Reports',
          scopes: 'accounts:read, workspaces:read',
        }),
      }),
      expect.objectContaining({ action: 'api-key.new-address' }),
    ]);
  });

  test.each<[Given, string, string]>([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'a\nb' }, 'name', 'Name must be one line of text'],
    [{ scopes: [] }, 'scopes', 'Choose at least one scope'],
    [{ currentPassword: '' }, 'currentPassword', 'Current password is required'],
    [{ currentPassword: 'a guess' }, 'currentPassword', 'The current password is not correct'],
    [{ expiresInDays: 0 }, 'expiresInDays', 'expiresInDays: must be a whole number from 1 to 365'],
    [
      { expiresInDays: 366 },
      'expiresInDays',
      'expiresInDays: must be a whole number from 1 to 365',
    ],
    [
      { expiresInDays: 1.5 },
      'expiresInDays',
      'expiresInDays: must be a whole number from 1 to 365',
    ],
  ])('is refused with %j', async (given, field, message) => {
    const { status, error } = await create(given);
    expect(status).toBe(400);
    expect(error?.details).toEqual([{ field, message }]);
    expect(await list()).toEqual([]);
  });

  test('cannot be created with a guessed password: a guess counts as one at sign-in', async () => {
    for (let guess = 0; guess < guessLimits.perNetwork; guess += 1) {
      await create({ currentPassword: 'a guess' });
    }
    expect((await create()).status).toBe(429);
    expect(await list()).toEqual([]);
  });

  test('is refused beyond the limit, also when many are created at once; ended ones do not count', async () => {
    for (let number = 1; number < limits.apiKeysPerUser; number += 1) {
      await insertApiKey(app.db, ann.id);
    }
    await insertApiKey(app.db, ann.id, { revoked_at: new Date() });
    await insertApiKey(app.db, ann.id, { expires_at: new Date() });
    const answers = await Promise.all(Array.from({ length: 4 }, () => create()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error?.details).toEqual({
      limit: limits.apiKeysPerUser,
      current: limits.apiKeysPerUser,
    });
  });

  test('waits for another that is created at the same time, and counts it', async () => {
    for (let number = 1; number < limits.apiKeysPerUser; number += 1) {
      await insertApiKey(app.db, ann.id);
    }
    const waiting = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').where('id', '=', ann.id).select('id').forNoKeyUpdate().execute();
      const created = create();
      await waitForLocks(app.db, 1);
      await insertApiKey(tx, ann.id);
      return { created };
    });
    expect((await waiting.created).status).toBe(409);
  });

  test('is one of some a day', async () => {
    await recordAttempt(app.db, {
      limit: { name: 'new API keys', attempts: 0, windowSeconds: 86_400 },
      of: ann.id,
      times: limits.apiKeysPerDay - 1,
    });
    expect((await create()).status).toBe(200);
    expect((await create()).error?.message).toContain('Too many new API keys');
  });

  test('removes the keys that ended first, so that the list stays short', async () => {
    const ended = limits.endedApiKeys + 3;
    for (let number = 0; number < ended; number += 1) {
      const revokedAt = new Date(Date.now() - number * 60_000);
      await insertApiKey(app.db, ann.id, { name: `Ended ${number}`, revoked_at: revokedAt });
    }
    await create();
    const names = (await list()).map(({ name }) => name);
    const kept = Array.from({ length: limits.endedApiKeys }, (_, number) => `Ended ${number}`);
    expect(names).toEqual(['Reports', ...kept]);
    expect(
      await app.db.selectFrom('api_keys').where('user_id', '=', ann.id).selectAll().execute(),
    ).toHaveLength(1 + limits.endedApiKeys);
  });
});

describe('a key ends', () => {
  test('when its user revokes it, once, and not when another does', async () => {
    const { data } = await create();
    const other = await app.make.person();
    expect((await revoke(data.apiKey.id, other)).status).toBe(404);
    expect((await use(data.key)).status).toBe(200);
    expect((await revoke(data.apiKey.id)).status).toBe(200);
    expect((await use(data.key)).error?.message).toBe('This API key was revoked.');
    expect((await revoke(data.apiKey.id)).status).toBe(404);
    expect((await entriesAbout(ann)).at(-1)).toMatchObject({
      action: 'api-key.revoked',
      before: { key: 'Reports', keyId: data.apiKey.id },
    });
  });

  test('when its user is deactivated, and does not return with them', async () => {
    const { key } = await insertApiKey(app.db, ann.id);
    const admin = await app.make.person({ is_admin: true });
    const setActive = (isActive: boolean) =>
      app.call('PUT /api/admin/users/{id}', {
        token: admin.token,
        params: { id: ann.id },
        body: { name: 'Ann', isAdmin: false, isTest: false, isActive },
      });
    await setActive(false);
    expect((await use(key)).status).toBe(401);
    await setActive(true);
    expect((await use(key)).error?.message).toBe('This API key was revoked.');
    expect(await entriesAbout(ann)).toContainEqual(
      expect.objectContaining({ action: 'api-key.revoked', actor_id: admin.id }),
    );
  });

  test('when its user is deactivated by any other way', async () => {
    const { key } = await insertApiKey(app.db, ann.id);
    await app.db.updateTable('users').set({ is_active: false }).where('id', '=', ann.id).execute();
    expect((await use(key)).error?.message).toContain('deactivated');
  });

  test('when the password is reset by a link', async () => {
    const { key } = await insertApiKey(app.db, ann.id);
    const token = await issueResetToken(app.db, { kind: 'requested', userId: ann.id, hours: 1 });
    const body = { token, password: 'a new password' };
    expect((await app.call('POST /api/auth/reset-password', { body })).status).toBe(200);
    expect((await use(key)).error?.message).toBe('This API key was revoked.');
    expect((await entriesAbout(ann)).at(-1)).toMatchObject({
      action: 'api-key.revoked',
      before: { keys: 1 },
      after: { reason: 'The password was reset' },
    });
  });

  test('not when the password is changed in the settings, nor with other sessions', async () => {
    const { key } = await insertApiKey(app.db, ann.id);
    const { status } = await app.call('POST /api/auth/change-password', {
      token: ann.token,
      body: { currentPassword: knownPassword, password: 'a new password' },
    });
    expect(status).toBe(200);
    await app.call('POST /api/auth/sessions/end-others', { token: ann.token });
    expect((await use(key)).status).toBe(200);
  });

  test('with the membership, for what is in the workspace', async () => {
    const { id: workspaceId } = await app.make.workspace();
    await app.make.membership(workspaceId, ann.id);
    const { key } = await insertApiKey(app.db, ann.id);
    const read = () =>
      app.call('GET /api/workspaces/{workspaceId}/accounts', {
        token: key,
        params: { workspaceId },
      });
    expect((await read()).status).toBe(200);
    await app.db.deleteFrom('memberships').where('user_id', '=', ann.id).execute();
    expect((await read()).status).toBe(404);
  });
});

describe('the use of a key', () => {
  test('is stored with the address, once a minute at most', async () => {
    const { key } = await insertApiKey(app.db, ann.id);
    await use(key, '192.0.2.7');
    const first = await rowOf(key);
    expect(first).toMatchObject({ last_used_from: '192.0.2.7', networks: ['192.0.2.7'] });
    await use(key, '192.0.2.7');
    expect(await rowOf(key)).toEqual(first);
    await app.db
      .updateTable('api_keys')
      .set({ last_used_at: new Date(Date.now() - 61_000) })
      .where('id', '=', first.id)
      .execute();
    await Promise.all(Array.from({ length: 5 }, () => use(key, '192.0.2.7')));
    const later = await rowOf(key);
    expect(later.last_used_at?.getTime()).toBeGreaterThanOrEqual(
      first.last_used_at?.getTime() ?? 0,
    );
    expect(await list()).toEqual([
      expect.objectContaining({ lastUsedFrom: '192.0.2.7', lastUsedAt: expect.any(String) }),
    ]);
  });

  test('is written once by requests that come at the same moment', async () => {
    const { key, id } = await insertApiKey(app.db, ann.id, { networks: ['127.0.0.1'] });
    await sql`create table written_keys (id uuid)`.execute(app.db);
    await sql`create function note_written() returns trigger language plpgsql as
      $$ begin insert into written_keys values (new.id); return new; end $$`.execute(app.db);
    await sql`create trigger note_written after update on api_keys
      for each row execute function note_written()`.execute(app.db);
    const uses = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('api_keys').where('id', '=', id).select('id').forUpdate().execute();
      const begun = [use(key), use(key), use(key)];
      await waitForLocks(app.db, 3);
      return { begun };
    });
    const answers = await Promise.all(uses.begun);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await sql`select from written_keys`.execute(app.db)).rows).toHaveLength(1);
    await sql`drop trigger note_written on api_keys`.execute(app.db);
  });

  test('from a new network is audited, each once, and of some only', async () => {
    const { key, id } = await insertApiKey(app.db, ann.id, { name: 'Moving' });
    await Promise.all(Array.from({ length: 4 }, () => use(key, '192.0.2.1')));
    await use(key, '192.0.2.2');
    await use(key, '2001:db8::1');
    // The same network of a provider.
    await use(key, '2001:db8::2');
    const entries = async () =>
      (await entriesAbout(ann)).map(({ action, after }) => [action, after]);
    const used = (address: string) => [
      'api-key.new-address',
      { key: 'Moving', keyId: id, address },
    ];
    expect(await entries()).toEqual([used('192.0.2.1'), used('192.0.2.2'), used('2001:db8::1')]);
    const many = Array.from({ length: limits.apiKeyNetworks }, (_, number) => `10.0.0.${number}`);
    await app.db.updateTable('api_keys').set({ networks: many }).where('id', '=', id).execute();
    expect((await use(key, '192.0.2.99')).status).toBe(200);
    expect(await entries()).toHaveLength(3);
  });

  test('is limited, and each response says how much is left', async () => {
    const { key } = await insertApiKey(app.db, ann.id, { scopes: ['accounts:read'] });
    const answer = await use(key);
    expect(answer.status).toBe(403);
    expect(answer.error?.details).toEqual({ scope: 'workspaces:read' });
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': String(limits.apiKeyRequestsPerMinute),
      'ratelimit-remaining': String(limits.apiKeyRequestsPerMinute - 1),
      'ratelimit-policy': '600;w=60',
    });
    expect(Number(answer.headers['ratelimit-reset'])).toBeGreaterThan(0);
    expect((await use(ann.token)).headers).not.toHaveProperty('ratelimit-limit');
  });

  test('in an address is refused, however it is spelled, and says what to do', async () => {
    const { key } = await insertApiKey(app.db, ann.id);
    for (const url of [
      `/api/workspaces?api_key=${key}`,
      `/api/workspaces?access_token=${encodeURIComponent(key).replace('_', '%5F')}`,
      `/api/accounts/${key}`,
    ]) {
      const { statusCode, body } = await app.app.inject({
        url,
        headers: { authorization: `Bearer ${ann.token}` },
      });
      expect([statusCode, body]).toEqual([400, expect.stringContaining('Authorization: Bearer')]);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { commandLine } from '../audit/actor.ts';
import { issueResetToken } from '#modules/auth/reset-token.ts';
import { updateUser } from './update-user.ts';

let app: TestApp;
let admin: MadePerson;
let other: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('users').execute();
  await app.db.deleteFrom('audit_entries').execute();
  admin = await app.make.person({ is_admin: true, name: 'Ada Admin' });
  other = await app.make.person({ name: 'Olga Other' });
});

const flags = { name: 'Olga Other', isAdmin: false, isTest: false, isActive: true };
const put = (id: string, body: object, by: MadePerson = admin) =>
  app.call('PUT /api/admin/users/{id}', {
    token: by.token,
    params: { id },
    body: { ...flags, ...body },
  });
const get = async (id: string) =>
  (await app.call('GET /api/admin/users/{id}', { token: admin.token, params: { id } })).data.user;
const log = async (query = {}) =>
  (await app.call('GET /api/admin/audit', { token: admin.token, query })).data.items;

describe('PUT /api/admin/users/{id}', () => {
  test.each([
    ['makes an administrator', { isAdmin: true }, 'other'],
    ['takes the rights of one', { isAdmin: false }, 'second'],
    ['renames one', { isAdmin: true, name: 'Someone' }, 'second'],
    ['deactivates one', { isAdmin: true, isActive: false }, 'second'],
  ] as const)('no API key %s', async (_what, body, whom) => {
    const second = await app.make.person({ is_admin: true });
    const { key } = await insertApiKey(app.db, admin.id);
    const { id } = whom === 'other' ? other : second;
    const { status, error } = await put(id, body, { ...admin, token: key });
    expect([status, error?.code]).toEqual([403, 'FORBIDDEN']);
    expect((await log()).map(({ action }) => action)).not.toContain('user.updated');
    expect((await put(other.id, { name: 'Olga New' }, { ...admin, token: key })).status).toBe(200);
  });

  test('changes name and flags, and writes down what changed', async () => {
    const { data } = await put(other.id, { name: '  Olga New ', isAdmin: true, isTest: true });
    expect(data.user).toMatchObject({ name: 'Olga New', isAdmin: true, isTest: true });
    expect(await get(other.id)).toEqual(data.user);
    expect(await log()).toEqual([
      expect.objectContaining({
        action: 'user.updated',
        actor: { id: admin.id, name: 'Ada Admin' },
        person: { id: other.id, name: 'Olga New' },
        scope: null,
        before: { name: 'Olga Other', isAdmin: false, isTest: false },
        after: { name: 'Olga New', isAdmin: true, isTest: true },
      }),
    ]);
  });

  test('a change of nothing is none', async () => {
    const before = await get(other.id);
    expect((await put(other.id, {})).data.user).toEqual(before);
    expect(await log()).toEqual([]);
  });

  test.each([
    [{ isAdmin: false }, 'You cannot revoke your own admin privileges'],
    [{ isActive: false }, 'You cannot deactivate your own account'],
  ])('no administrator may take from themselves: %j', async (body, message) => {
    await app.make.person({ is_admin: true });
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      expect(await put(id, { isAdmin: true, ...body })).toMatchObject({
        status: 403,
        error: { code: 'FORBIDDEN', message },
      });
    }
    expect(await get(admin.id)).toMatchObject({ isAdmin: true, isActive: true });
  });

  test('one’s own name and test flag may be changed', async () => {
    const { data } = await put(admin.id, { name: 'Ada', isAdmin: true, isTest: true });
    expect(data.user).toMatchObject({ name: 'Ada', isTest: true });
  });

  test.each([
    [{ name: '   ' }, 'Name is required'],
    [{ name: 'x'.repeat(201) }, 'Name must be at most 200 characters'],
    [{ name: 'Olga\nOther' }, 'Name must be one line of text'],
    [{ name: 7 }, 'name: must be text'],
    [{ isAdmin: 'yes' }, 'isAdmin: must be true or false'],
  ])('refuses %j', async (body, message) => {
    expect(await put(other.id, body)).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION_FAILED', message },
    });
  });

  test('an unknown id is not found', async () => {
    const message = 'User not found';
    const params = { id: randomUUID() };
    expect(await put(params.id, {})).toMatchObject({ status: 404, error: { message } });
    const { token } = admin;
    for (const name of [
      'GET /api/admin/users/{id}',
      'GET /api/admin/users/{id}/password-reset-status',
      'POST /api/admin/users/{id}/password-reset',
    ] as const) {
      expect(await app.call(name, { token, params })).toMatchObject({
        status: 404,
        error: { message },
      });
    }
  });

  test('is for administrators alone', async () => {
    expect(await put(admin.id, { isActive: false }, other)).toMatchObject({ status: 403 });
    expect(await get(admin.id)).toMatchObject({ isActive: true });
  });
});

describe('two edits of one user', () => {
  test('the later edit is refused with the name of the earlier editor, and changes nothing', async () => {
    const { updatedAt } = await get(other.id);
    const second = await app.make.person({ is_admin: true, name: 'Second Admin' });
    expect((await put(other.id, { name: 'First', updatedAt }, second)).status).toBe(200);

    const late = await put(other.id, { name: 'Late', updatedAt });

    expect(late).toMatchObject({
      status: 409,
      error: {
        code: 'CONFLICT',
        message:
          'Second Admin changed this user while you were editing. Your changes were not saved.',
      },
    });
    expect(await get(other.id)).toMatchObject({ name: 'First' });
  });

  test('of two concurrent edits, one is refused', async () => {
    const { updatedAt } = await get(other.id);
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => put(other.id, { name, updatedAt })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('every change gives another mark, however fast', async () => {
    const marks = [];
    for (const name of ['A', 'B', 'C', 'D']) {
      marks.push((await put(other.id, { name })).data.user.updatedAt);
    }
    expect(new Set(marks).size).toBe(4);
  });

  test('without the mark the last one wins, as in the specification', async () => {
    await put(other.id, { name: 'First' });
    expect((await put(other.id, { name: 'Second' })).data.user.name).toBe('Second');
  });
});

describe('the last active administrator', () => {
  test('two who take each other’s privileges at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const second = await app.make.person({ is_admin: true });
      // After the check of the session, which both requests passed.
      const outcomes = await Promise.allSettled([
        updateUser({ db: app.db }, admin, { userId: second.id, isAdmin: false }),
        updateUser({ db: app.db }, second, { userId: admin.id, isActive: false }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'FORBIDDEN', message: 'Admin access required' },
      });
      const [left, ...more] = await app.db
        .selectFrom('users')
        .select('id')
        .where('is_admin', '=', true)
        .where('is_active', '=', true)
        .execute();
      expect(more).toEqual([]);
      if (left?.id === second.id) admin = second;
    }
  });

  test('the command line cannot take it either', async () => {
    await app.make.person({ is_admin: true, is_active: false });
    for (const loss of [{ isActive: false }, { isAdmin: false }]) {
      await expect(
        updateUser({ db: app.db }, commandLine, { userId: admin.id, ...loss }),
      ).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'The last active administrator cannot be lost',
      });
    }
    expect(await get(admin.id)).toMatchObject({ isAdmin: true, isActive: true });
  });
});

describe('deactivation', () => {
  test('ends sessions, reset links and syncs; keeps what was contributed', async () => {
    await issueResetToken(app.db, { kind: 'requested', userId: other.id, hours: 1 });
    await issueResetToken(app.db, { kind: 'sent', userId: other.id, initiatorId: null, hours: 1 });
    const { id } = await app.db
      .insertInto('integrations')
      .values({
        owner_id: other.id,
        provider: 'gmail',
        credentials: Buffer.from('sealed'),
        lease_id: randomUUID(),
        lease_until: new Date(Date.now() + 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('domains')
      .values({ owner_id: other.id, domain: 'acme.example', source: 'manual' })
      .execute();

    expect((await put(other.id, { isActive: false })).data.user.isActive).toBe(false);

    expect((await app.call('GET /api/auth/me', { token: other.token })).status).toBe(401);
    const rows = (table: 'sessions' | 'password_resets' | 'requested_password_resets') =>
      app.db.selectFrom(table).select('user_id').where('user_id', '=', other.id).execute();
    expect(await rows('sessions')).toEqual([]);
    expect(await rows('password_resets')).toEqual([]);
    expect(await rows('requested_password_resets')).toEqual([]);
    const integration = await app.db
      .selectFrom('integrations')
      .select(['lease_id', 'lease_until'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(integration).toEqual({ lease_id: null, lease_until: null });
    expect(await app.db.selectFrom('domains').select('domain').execute()).toHaveLength(1);
    expect(await log()).toMatchObject([
      { action: 'user.updated', before: { isActive: true }, after: { isActive: false } },
    ]);
  });

  test('a refused one ends nothing', async () => {
    expect((await put(admin.id, { isAdmin: true, isActive: false })).status).toBe(403);
    expect((await app.call('GET /api/auth/me', { token: admin.token })).status).toBe(200);
  });

  test('an activated person gets in again', async () => {
    await put(other.id, { isActive: false });
    await put(other.id, {});
    const token = await app.make.session(other.id);
    expect((await app.call('GET /api/auth/me', { token })).status).toBe(200);
  });
});

describe('password reset by an administrator', () => {
  const path = { params: { id: '' } };
  const status = async () =>
    (
      await app.call('GET /api/admin/users/{id}/password-reset-status', {
        token: admin.token,
        ...path,
      })
    ).data;
  const send = () =>
    app.call('POST /api/admin/users/{id}/password-reset', { token: admin.token, ...path });
  beforeEach(() => {
    path.params = { id: other.id };
    app.mails.length = 0;
  });

  test('sends a link for 24 hours, shows it as pending, and is written down', async () => {
    expect(await status()).toEqual({ hasPendingReset: false, resetToken: null });
    expect((await send()).data).toEqual({ email: other.email });
    const { hasPendingReset, resetToken } = await status();
    expect([hasPendingReset, resetToken?.initiatorName]).toEqual([true, 'Ada Admin']);
    const hours = (Date.parse(resetToken?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(app.mails.map(({ to }) => to)).toEqual([other.email]);
    expect(await log()).toMatchObject([
      { action: 'user.password-reset-sent', person: { id: other.id } },
    ]);
  });

  test('shows no name for a link from the command line, and no expired link', async () => {
    const link = { kind: 'sent', userId: other.id, initiatorId: null } as const;
    await issueResetToken(app.db, { ...link, hours: 1 });
    expect((await status()).resetToken).toMatchObject({ initiatorName: null });
    await issueResetToken(app.db, { ...link, hours: -1 });
    expect(await status()).toEqual({ hasPendingReset: false, resetToken: null });
  });

  test('does not count a link that someone requested with the email, and can be sent beside it', async () => {
    await issueResetToken(app.db, { kind: 'requested', userId: other.id, hours: 1 });
    expect(await status()).toEqual({ hasPendingReset: false, resetToken: null });
    expect((await send()).status).toBe(200);
    expect((await status()).hasPendingReset).toBe(true);
    await issueResetToken(app.db, { kind: 'requested', userId: other.id, hours: 1 });
    const { resetToken } = await status();
    const hours = (Date.parse(resetToken?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
  });

  test('is not for inactive accounts', async () => {
    await put(other.id, { isActive: false });
    expect(await send()).toMatchObject({
      status: 409,
      error: { message: 'Password reset is not available for inactive accounts' },
    });
    expect(app.mails).toEqual([]);
  });
});

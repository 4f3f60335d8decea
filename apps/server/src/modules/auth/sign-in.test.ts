import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';

vi.mock('@node-rs/argon2', { spy: true });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  vi.mocked(verify).mockClear();
});

const signIn = (email: string, password: string) =>
  app.call('POST /api/auth/login', { body: { email, password } });

describe('signing in', () => {
  test('answers a token that works, and the person', async () => {
    const person = await app.make.person({ is_admin: true, is_test: true, name: 'Ada Lovelace' });
    const organization = await app.make.organization({ name: 'Acme' });
    const workspaces = [
      await app.make.workspace({ organization_id: organization.id, name: 'One' }),
      await app.make.workspace({ organization_id: organization.id, name: 'Two' }),
    ];
    const joined = new Date('2025-03-01T08:00:00.000Z');
    for (const { id } of workspaces) {
      await app.make.membership(id, person.id, 'owner', { joined_at: joined });
    }

    const { data } = await signIn(person.email, knownPassword);

    expect(data.user).toMatchObject({
      id: person.id,
      name: 'Ada Lovelace',
      email: person.email,
      isAdmin: true,
      isTest: true,
      isActive: true,
      organizations: [{ name: 'Acme' }],
      workspaces: workspaces.map(({ id, name }) => ({
        id,
        name,
        organizationName: 'Acme',
        role: 'owner',
        joinedAt: joined.toISOString(),
      })),
    });
    const me = await app.call('GET /api/auth/me', { token: data.token });
    expect(me.data.user).toEqual(data.user);
  });

  test('does not mind how the e-mail is typed', async () => {
    const { email, id } = await app.make.person();
    const { data } = await signIn(`  ${email.toUpperCase()} `, knownPassword);
    expect(data.user.id).toBe(id);
  });

  test('stores no token that could be used', async () => {
    const { email } = await app.make.person();
    const { data } = await signIn(email, knownPassword);
    expect(Buffer.from(data.token, 'base64url')).toHaveLength(32);
    const sessions = await app.db.selectFrom('sessions').select('token_hash').execute();
    expect(sessions.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(
      data.token,
    );
  });

  test.each([
    ['', 'x', 'email', 'Email is required'],
    ['   ', 'x', 'email', 'Email is required'],
    ['ada@example.com', '', 'password', 'Password is required'],
  ])('asks for what is missing (%j, %j)', async (email, password, field, message) => {
    const { status, error } = await signIn(email, password);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message });
    expect(error?.details).toEqual([{ field, message }]);
  });

  test('names both fields when both are missing', async () => {
    const { error } = await signIn('', '');
    expect(error?.details).toHaveLength(2);
  });
});

describe('a refused sign-in', () => {
  const cases: [string, () => Promise<[email: string, password: string]>][] = [
    ['an unknown e-mail', async () => ['nobody@example.com', knownPassword]],
    ['no address at all', async () => ['nobody\0', knownPassword]],
    ['a wrong password', async () => [(await app.make.person()).email, 'wrong']],
    [
      'an inactive person',
      async () => [(await app.make.person({ is_active: false })).email, knownPassword],
    ],
    [
      'a person without a password',
      async () => [(await app.make.person({ password_hash: null })).email, knownPassword],
    ],
  ];

  test.each(cases)('says the same after the same work for %s', async (_, make) => {
    const { status, error } = await signIn(...(await make()));
    expect(status).toBe(401);
    expect(error).toEqual({
      message: 'Invalid credentials',
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    // Counts the hashes: the only part that takes measurable time.
    expect(verify).toHaveBeenCalledTimes(1);
    const [hash] = vi.mocked(verify).mock.lastCall ?? [];
    expect(String(hash)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('an empty password opens nothing, not even what was never set', async () => {
    const { email } = await app.make.person({ password_hash: null });
    expect((await signIn(email, '')).status).toBe(400);
    expect((await signIn(email, ' ')).status).toBe(401);
  });
});

test('a person who is deactivated while the password is being checked gets no session', async () => {
  const { email, id } = await app.make.person();
  vi.mocked(verify).mockImplementationOnce(async () => {
    await app.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    return true;
  });
  const { status } = await signIn(email, knownPassword);
  expect(status).toBe(401);
});

describe('signing out', () => {
  test('ends the session on the server', async () => {
    const { token } = await app.make.person();
    expect((await app.call('POST /api/auth/logout', { token })).data).toEqual({});
    expect((await app.call('GET /api/auth/me', { token })).status).toBe(401);
  });

  test('leaves the other sessions', async () => {
    const { token, id } = await app.make.person();
    const other = await app.make.session(id);
    await app.call('POST /api/auth/logout', { token });
    expect((await app.call('GET /api/auth/me', { token: other })).status).toBe(200);
  });

  test('answers the same without a session', async () => {
    expect((await app.call('POST /api/auth/logout')).data).toEqual({});
    expect((await app.call('POST /api/auth/logout', { token: 'unknown' })).data).toEqual({});
  });

  test('accepts an empty body that calls itself JSON, as the web application sends it', async () => {
    const { token } = await app.make.person();
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
    expect(response.json()).toEqual({ success: true, data: {} });
  });
});

test('the current-user call asks for a session', async () => {
  const { status, error } = await app.call('GET /api/auth/me');
  expect(status).toBe(401);
  expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Not authenticated' });
});

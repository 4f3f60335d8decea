import { processResetRequestsJob } from './process-reset-requests.job.ts';
import { sendRequestedResetJob } from './send-requested-reset.job.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { startPasswordReset } from '../start-password-reset.ts';

vi.mock('@node-rs/argon2', { spy: true });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { webUrl: 'https://app.example', productName: '' } });
  await registerJobs([processResetRequestsJob, sendRequestedResetJob], app.context);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  app.jobs.recorded.length = 0;
  await app.db.deleteFrom('rate_limit_counters').execute();
  await app.db.deleteFrom('sign_in_failures').execute();
});

const request = (email: string, from = '198.51.100.1') =>
  app.call('POST /api/auth/request-password-reset', { body: { email }, from });
const reset = (token: string, password: string, from = '198.51.100.1') =>
  app.call('POST /api/auth/reset-password', { body: { token, password }, from });
const signIn = (email: string, password: string) =>
  app.call('POST /api/auth/login', { body: { email, password }, from: '198.51.100.1' });

const check = (token: string, from = '198.51.100.1') =>
  app.call('POST /api/auth/reset-password/check', { body: { token }, from });

/** The token of the link in the last email. */
function mailedToken(): string {
  const text = app.mails.at(-1)?.text ?? '';
  const [, token = ''] = /^https:\/\/app\.example\/reset-password\?token=(\S+)$/m.exec(text) ?? [];
  return token;
}

async function requestedToken(email: string): Promise<string> {
  await request(email);
  await app.jobs.run();
  return mailedToken();
}

const sentLinkOf = (userId: string) =>
  app.db.selectFrom('password_resets').selectAll().where('user_id', '=', userId).executeTakeFirst();
const requestedLinkOf = (userId: string) =>
  app.db
    .selectFrom('requested_password_resets')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();

const lifetimeHours = (pending: { created_at: Date; expires_at: Date } | undefined) =>
  pending && (pending.expires_at.getTime() - pending.created_at.getTime()) / 3_600_000;

describe('asking for a reset link', () => {
  test('emails a link that works for an hour', async () => {
    const { email, id } = await app.make.person({ name: 'Ada' });
    const token = await requestedToken(`  ${email.toUpperCase()}`);

    expect(app.mails).toHaveLength(1);
    expect(app.mails[0]).toMatchObject({ to: email, subject: 'Choose a new password' });
    expect(app.mails[0]?.text).toContain('Hello Ada,');
    expect(app.mails[0]?.text).toContain('one hour');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(lifetimeHours(await requestedLinkOf(id))).toBe(1);
  });

  test('looks and works the same for an unknown, an inactive and a known e-mail', async () => {
    const known = await app.make.person();
    const inactive = await app.make.person({ is_active: false });
    const answers = [];
    for (const email of [known.email, inactive.email, 'nobody@example.com']) {
      const { status, data } = await request(email);
      answers.push({ status, data });
    }
    expect(answers[0]).toEqual({ status: 200, data: { message: expect.any(String) } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    // The request itself looks up no user: it stores the same row for each email, and one job for
    // all.
    const rows = await app.db.selectFrom('reset_requests').select('email').execute();
    expect(rows.map(({ email }) => email).sort()).toEqual(
      [known.email, inactive.email, 'nobody@example.com'].sort(),
    );
    expect(app.jobs.recorded).toMatchObject([{ kind: 'process-reset-requests', data: {} }]);
    expect(app.mails).toHaveLength(0);
    await app.jobs.run();
    expect(app.mails.map(({ to }) => to)).toEqual([known.email]);
  });

  test('sends one mail for requests that were waiting together', async () => {
    const { email } = await app.make.person();
    await request(email);
    await request(email);
    await app.jobs.run();
    expect(app.mails).toHaveLength(1);
  });

  test('costs no job for an unknown email, and leaves nothing of it', async () => {
    const person = await app.make.person();
    const unknown = Array.from({ length: 2_500 }, (_, at) => ({ email: `no${at}@example.org` }));
    await app.db.insertInto('reset_requests').values(unknown).execute();
    await request(person.email);
    const enqueue = vi.spyOn(app.jobs, 'enqueue');
    try {
      await app.jobs.run();
      expect(enqueue.mock.calls.map(([{ kind }, data]) => [kind.name, data])).toEqual([
        ['send-requested-reset', { email: person.email }],
      ]);
    } finally {
      enqueue.mockRestore();
    }
    expect(app.mails.map(({ to }) => to)).toEqual([person.email]);
    expect(await app.db.selectFrom('reset_requests').selectAll().execute()).toEqual([]);
  });

  test('makes the earlier link useless', async () => {
    const { email } = await app.make.person();
    const first = await requestedToken(email);
    const second = await requestedToken(email);
    expect((await reset(first, 'new password')).error?.message).toBe(
      'Invalid or expired reset token',
    );
    expect((await reset(second, 'new password')).status).toBe(200);
  });

  test.each([
    ['', 'Email is required'],
    ['  ', 'Email is required'],
    ['nobody', 'Please enter a valid email address'],
    ['a@b@example.com', 'Please enter a valid email address'],
    ['a@example.com\r\nBcc: b@example.com', 'Please enter a valid email address'],
  ])('refuses %j', async (email, message) => {
    const { status, error } = await request(email);
    expect(status).toBe(400);
    expect(error).toMatchObject({ message, details: [{ field: 'email', message }] });
  });

  test('is limited for an e-mail, known or not', async () => {
    const { email } = await app.make.person();
    for (const one of [email, 'nobody@example.com']) {
      for (let at = 0; at < 3; at += 1) {
        expect((await request(one, `192.0.2.${at}`)).status).toBe(200);
      }
      const refused = await request(one, '192.0.2.9');
      expect(refused.status).toBe(429);
      expect(refused.error?.message).toBe('Too many requests. Try again in 15 minutes.');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('is limited for an address', async () => {
    for (let at = 0; at < 100; at += 1) await request(`person${at}@example.org`);
    expect((await request('another@example.org')).status).toBe(429);
    expect((await request('another@example.org', '203.0.113.7')).status).toBe(200);
  });

  test('is tried again when the mail server fails, and answered the same', async () => {
    const failing = await createTestApp({
      replace: {
        mailer: {
          send: async () => {
            throw new Error('down');
          },
        },
      },
    });
    try {
      await registerJobs([processResetRequestsJob, sendRequestedResetJob], failing.context);
      const { email } = await failing.make.person();
      const { status } = await failing.call('POST /api/auth/request-password-reset', {
        body: { email },
      });
      expect(status).toBe(200);
      await expect(failing.jobs.run()).rejects.toThrow('down');
    } finally {
      await failing.close();
    }
  });
});

describe('using a reset link', () => {
  test('sets the password and ends every session', async () => {
    const { email, token: session } = await app.make.person();
    const token = await requestedToken(email);

    const answer = await reset(token, 'new password');

    expect(answer.data).toEqual({ message: 'Password reset successful' });
    expect((await app.call('GET /api/auth/me', { token: session })).status).toBe(401);
    expect((await signIn(email, knownPassword)).status).toBe(401);
    expect((await signIn(email, 'new password')).status).toBe(200);
  });

  test('works once', async () => {
    const { email } = await app.make.person();
    const token = await requestedToken(email);
    await reset(token, 'new password');
    expect((await reset(token, 'newer password')).error).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'Invalid or expired reset token',
      details: [{ field: 'token', message: 'Invalid or expired reset token' }],
    });
    expect((await signIn(email, 'new password')).status).toBe(200);
  });

  test('works once, also for two at the same time', async () => {
    const { email } = await app.make.person();
    const token = await requestedToken(email);
    const passwords = ['password one', 'password two'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const won = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(email, won)).status).toBe(200);
  });

  test('is refused when the link is too old', async () => {
    const { email, id } = await app.make.person();
    const token = await requestedToken(email);
    await app.db
      .updateTable('requested_password_resets')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('user_id', '=', id)
      .execute();
    expect((await reset(token, 'new password')).error?.message).toBe(
      'Invalid or expired reset token',
    );
  });

  test('is refused to a user who was deactivated after requesting it', async () => {
    const { email, id } = await app.make.person();
    const token = await requestedToken(email);
    await app.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    expect((await reset(token, 'new password')).error?.message).toBe(
      'Invalid or expired reset token',
    );
  });

  test('gives a person without a password their first one', async () => {
    const { email } = await app.make.person({ password_hash: null });
    await reset(await requestedToken(email), 'first password');
    expect((await signIn(email, 'first password')).status).toBe(200);
  });

  test('admits a user who had exceeded the attempts before', async () => {
    const { email } = await app.make.person();
    for (let at = 0; at < 11; at += 1) await signIn(email, 'wrong');
    expect((await signIn(email, knownPassword)).status).toBe(429);
    await reset(await requestedToken(email), 'new password');
    expect((await signIn(email, 'new password')).status).toBe(200);
  });

  test.each([
    ['', 'new password'],
    ['token', ''],
    ['', ''],
  ])('asks for what is missing (%j, %j)', async (token, password) => {
    const { status, error } = await reset(token, password);
    expect(status).toBe(400);
    expect(error?.message).toBe('Token and password are required');
  });

  test.each(['12345', '\u{1F600}'.repeat(5)])('refuses the short password %s', async (password) => {
    const { email } = await app.make.person();
    const token = await requestedToken(email);
    const { error } = await reset(token, password);
    const message = 'Password must be at least 6 characters';
    expect(error).toMatchObject({ message, details: [{ field: 'password', message }] });
    expect((await reset(token, 'long enough')).status).toBe(200);
  });

  test('takes any characters, however they are composed', async () => {
    const { email } = await app.make.person();
    await reset(await requestedToken(email), 'p\u00e4ss \u{1F511} \u5bc6\u7801');
    expect((await signIn(email, 'pa\u0308ss \u{1F511} \u5bc6\u7801')).status).toBe(200);
  });

  test('costs no hash for a wrong token, and is limited for an address', async () => {
    vi.mocked(hash).mockClear();
    for (let at = 0; at < 20; at += 1) {
      expect((await reset('wrong', 'new password')).status).toBe(400);
    }
    const refused = await reset('wrong', 'new password');
    expect(refused.status).toBe(429);
    expect(refused.error?.message).toBe('Too many attempts. Try again in 15 minutes.');
    expect(hash).not.toHaveBeenCalled();
  });

  test('works from a network that sent too many wrong tokens', async () => {
    const { email } = await app.make.person();
    const token = await requestedToken(email);
    for (let at = 0; at < 21; at += 1) await reset('wrong', 'new password');
    expect((await reset('wrong', 'new password')).status).toBe(429);
    expect((await reset(token, 'new password')).status).toBe(200);
  });
});

describe('a link that an administrator sends', () => {
  test('works for 24 hours, and the mail says who sent it', async () => {
    const initiator = await app.make.person({ name: 'Grace Hopper', is_admin: true });
    const { id, name, email } = await app.make.person();

    const logged = await startPasswordReset(app.context, { userId: id, initiator });

    expect(logged).toEqual({ name, email });
    const pending = await sentLinkOf(id);
    expect(pending?.initiator_id).toBe(initiator.id);
    expect(lifetimeHours(pending)).toBe(24);
    expect(app.mails[0]?.text).toContain('Grace Hopper sent you this link');
    expect(app.mails[0]?.text).toContain('24 hours');
    expect((await reset(mailedToken(), 'new password')).status).toBe(200);
  });

  test('is refused for an inactive and for an unknown account', async () => {
    const { id } = await app.make.person({ is_active: false });
    const start = (userId: string) => startPasswordReset(app.context, { userId, initiator: null });
    await expect(start(id)).rejects.toThrow(
      'Password reset is not available for inactive accounts',
    );
    await expect(start('00000000-0000-4000-8000-000000000000')).rejects.toThrow('User not found');
    expect(app.mails).toHaveLength(0);
  });

  test('leaves nothing pending when the mail could not be sent', async () => {
    const { id } = await app.make.person();
    const send = async () => {
      throw new Error('down');
    };
    const start = startPasswordReset(
      { ...app.context, mailer: { send } },
      { userId: id, initiator: null },
    );
    await expect(start).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(await sentLinkOf(id)).toBeUndefined();
  });
});

describe('a requested link and a sent one', () => {
  const send = async (userId: string) => {
    await startPasswordReset(app.context, { userId, initiator: null });
    return mailedToken();
  };

  test('are pending beside each other, each for its own time', async () => {
    const { id, email } = await app.make.person({ password_hash: null });
    const sent = await send(id);
    await requestedToken(email);
    expect(lifetimeHours(await sentLinkOf(id))).toBe(24);
    expect(lifetimeHours(await requestedLinkOf(id))).toBe(1);
    expect((await reset(sent, 'new password')).status).toBe(200);
  });

  test('are each replaced by their own kind alone', async () => {
    const { id, email } = await app.make.person();
    const requested = await requestedToken(email);
    const sent = await send(id);
    const newer = await send(id);
    expect((await reset(sent, 'new password')).status).toBe(400);
    expect((await reset(requested, 'new password')).status).toBe(200);
    expect((await reset(newer, 'newer password')).status).toBe(400);
  });

  test.each(['sent', 'requested'] as const)('end both when the %s one is used', async (used) => {
    const { id, email } = await app.make.person();
    const tokens = { sent: await send(id), requested: await requestedToken(email) };
    expect((await reset(tokens[used], 'new password')).status).toBe(200);
    expect([await sentLinkOf(id), await requestedLinkOf(id)]).toEqual([undefined, undefined]);
  });

  test('used at the same time set one password', async () => {
    const { id, email } = await app.make.person();
    for (let round = 0; round < 5; round += 1) {
      const tokens = [await send(id), await requestedToken(email)];
      const answers = await Promise.all(
        tokens.map((token, index) => reset(token, `password ${index}`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const won = answers.findIndex(({ status }) => status === 200);
      expect((await signIn(email, `password ${won}`)).status).toBe(200);
      await app.db.deleteFrom('rate_limit_counters').execute();
    }
  });
});

test('says whether a link can be used, without using it up or allowing more guesses', async () => {
  const { email } = await app.make.person();
  const token = await requestedToken(email);
  expect((await check(token)).data).toEqual({ isUsable: true });
  expect((await check(token)).data).toEqual({ isUsable: true });
  expect((await reset(token, 'a new password')).status).toBe(200);
  expect((await check(token)).data).toEqual({ isUsable: false });
  expect((await check('')).data).toEqual({ isUsable: false });
  for (let wrong = 2; wrong < 20; wrong += 1) await check(`wrong ${wrong}`);
  expect((await check('wrong')).status).toBe(429);
  expect((await reset('wrong', 'a new password')).status).toBe(429);
});

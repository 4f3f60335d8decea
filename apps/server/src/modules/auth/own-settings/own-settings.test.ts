import { sendPasswordChangedJob } from './send-password-changed.job.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { verify } from '@node-rs/argon2';
import { limits } from '@repo/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { recordAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { guessLimits } from '../guess-budget.ts';
import { deviceOf } from './device-of.ts';

vi.mock('@node-rs/argon2', { spy: true });

let app: TestApp;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  await registerJobs([sendPasswordChangedJob], app.context);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  app.jobs.recorded.length = 0;
  ann = await app.make.person({ name: 'Ann Own' });
});

const isSignedIn = async (token: string) =>
  (await app.call('GET /api/auth/me', { token })).status === 200;
const signIn = (password: string) =>
  app.call('POST /api/auth/login', { body: { email: ann.email, password } });
const sessionsOf = async ({ token }: { token: string }) =>
  (await app.call('GET /api/auth/sessions', { token })).data.items;
const change = (currentPassword: string, password = 'a new password') =>
  app.call('POST /api/auth/change-password', {
    token: ann.token,
    body: { currentPassword, password },
  });
const entriesAbout = (id: string) =>
  app.db.selectFrom('audit_entries').selectAll().where('person_id', '=', id).execute();

describe('the password', () => {
  test('stays where the email about a change cannot be enqueued', async () => {
    const enqueue = vi.spyOn(app.jobs, 'enqueue').mockRejectedValue(new Error('no room'));
    const { status } = await change(knownPassword);
    enqueue.mockRestore();
    expect(status).toBe(500);
    expect((await change(knownPassword)).status).toBe(200);
  });

  test('is changed, the other sessions end, this one goes on, and a mail says so', async () => {
    const other = await app.make.session(ann.id);

    expect((await change(knownPassword)).status).toBe(200);

    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(ann.token)).toBe(true);
    expect((await signIn(knownPassword)).status).toBe(401);
    expect((await signIn('a new password')).status).toBe(200);
    await app.jobs.run();
    expect(app.mails).toEqual([
      expect.objectContaining({ to: ann.email, subject: 'Your password was changed' }),
    ]);
    expect(app.mails[0]?.text).toContain('/request-password-reset');
    expect(await entriesAbout(ann.id)).toEqual([
      expect.objectContaining({ action: 'user.password-changed', actor_id: ann.id, after: null }),
    ]);
  });

  test('stays with a wrong current one, which counts as a guess at sign-in', async () => {
    const other = await app.make.session(ann.id);
    const { status, error } = await change('a guess');
    expect(status).toBe(400);
    expect(error?.details).toEqual([
      { field: 'currentPassword', message: 'The current password is not correct' },
    ]);
    expect(await isSignedIn(other)).toBe(true);
    for (let guess = 1; guess < guessLimits.perNetwork; guess += 1) await change('a guess');
    expect((await change(knownPassword)).status).toBe(429);
    expect((await signIn(knownPassword)).status).toBe(429);
    expect(app.jobs.recorded).toEqual([]);
  });

  test('is changed some times a day at most; after that it is not even checked', async () => {
    const counted = { limit: { name: 'password changes', attempts: 0, windowSeconds: 86_400 } };
    await recordAttempt(app.db, {
      ...counted,
      of: ann.id,
      times: limits.passwordChangesPerDay - 1,
    });
    // A wrong current password gives its count back.
    expect((await change('a guess')).status).toBe(400);
    expect((await change(knownPassword)).status).toBe(200);
    vi.mocked(verify).mockClear();
    expect((await change('a new password')).error?.message).toContain('Too many password changes');
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
  });

  test.each([
    ['', 'a new password', 'currentPassword', 'Current password is required'],
    [knownPassword, '', 'password', 'New password is required'],
    [knownPassword, 'short', 'password', 'Password must be at least 6 characters'],
  ])('is checked (%j, %j)', async (current, next, field, message) => {
    const { status, error } = await change(current, next);
    expect(status).toBe(400);
    expect(error?.details).toEqual([{ field, message }]);
  });
});

describe('sessions', () => {
  test('are listed with device, address and use, this one first', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
    await app.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'user-agent': agent },
      payload: { email: ann.email, password: knownPassword },
    });
    expect(await sessionsOf(ann)).toEqual([
      expect.objectContaining({ isCurrent: true, device: null, address: null }),
      expect.objectContaining({
        isCurrent: false,
        device: 'Firefox on Windows',
        address: '127.0.0.1',
      }),
    ]);
  });

  test('an ended one can do nothing more', async () => {
    const other = await app.make.session(ann.id);
    const [, listed] = await sessionsOf(ann);
    const params = { id: listed?.id ?? '' };
    const end = () => app.call('DELETE /api/auth/sessions/{id}', { token: ann.token, params });
    expect((await end()).status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(ann.token)).toBe(true);
    expect((await end()).status).toBe(404);
  });

  test("someone else's is not found, and goes on", async () => {
    const ben = await app.make.person();
    const [session] = await sessionsOf(ben);
    const params = { id: session?.id ?? '' };
    const { status } = await app.call('DELETE /api/auth/sessions/{id}', {
      token: ann.token,
      params,
    });
    expect(status).toBe(404);
    expect(await isSignedIn(ben.token)).toBe(true);
  });

  test('all others end at once, and no one else’s', async () => {
    const ben = await app.make.person();
    const others = [await app.make.session(ann.id), await app.make.session(ann.id)];
    const { data } = await app.call('POST /api/auth/sessions/end-others', { token: ann.token });
    expect(data).toEqual({ ended: 2 });
    for (const token of others) expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(ann.token)).toBe(true);
    expect(await isSignedIn(ben.token)).toBe(true);
  });
});

describe('the name', () => {
  const rename = (name: string) =>
    app.call('PUT /api/auth/me', { token: ann.token, body: { name } });

  test('changes everywhere, also for the creator of an account', async () => {
    const workspace = await app.make.workspace();
    await app.make.membership(workspace.id, ann.id);
    const [imported] = await importDomains(app.db, ann.id, {
      domains: ['acme.example'],
      source: 'manual',
    });
    await app.call('POST /api/workspaces/{workspaceId}/shares', {
      token: ann.token,
      params: { workspaceId: workspace.id },
      body: { domains: [{ domainId: imported?.domain.id ?? '', name: 'Acme' }] },
    });
    expect((await rename('  Ann Renamed ')).data.user.name).toBe('Ann Renamed');
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: ann.token,
      params: { workspaceId: workspace.id },
    });
    expect(data.accounts.map(({ creator }) => creator?.name)).toEqual(['Ann Renamed']);
    expect(await entriesAbout(ann.id)).toEqual([
      expect.objectContaining({
        action: 'user.updated',
        before: { name: 'Ann Own' },
        after: { name: 'Ann Renamed' },
      }),
    ]);
  });

  test('is required, and the same name is no change', async () => {
    expect((await rename(' ')).error?.message).toBe('Name is required');
    expect((await rename('Ann Own')).status).toBe(200);
    expect(await entriesAbout(ann.id)).toEqual([]);
  });
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0', null],
  [`Firefox/${'1'.repeat(1_000)}`, null],
  [undefined, null],
])('%j is %j', (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

import type { NotificationKind } from '@repo/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { createSecretBox } from '#platform/secrets/secret-box.ts';
import { sealSubscription } from './mailing/unsubscribe-token.ts';

let app: TestApp;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp({ config: { webUrl: 'https://app.example' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await app.make.person({ name: 'Ann' });
});

const settings = async () =>
  (await app.call('GET /api/auth/notifications', { token: ann.token })).data;
const change = (body: object) =>
  app.call('PUT /api/auth/notifications', { token: ann.token, body });
const tokenOf = (userId: string, kind: NotificationKind) =>
  sealSubscription(app.context.secretBox, { userId, kind });

describe('settings', () => {
  test('all but the morning mail are on until they are switched off, each by itself', async () => {
    const initial = {
      weeklyDigest: true,
      morningMail: false,
      connectionProblem: true,
      timeZone: null,
      shareNotices: true,
      answerNotices: true,
      quietNotices: true,
      connectionNotices: true,
    };
    expect(await settings()).toEqual(initial);
    expect((await change({ weeklyDigest: false })).data).toEqual({
      ...initial,
      weeklyDigest: false,
    });
    for (const [name, is] of Object.entries(initial)) {
      if (typeof is !== 'boolean') continue;
      expect((await change({ [name]: !is })).data[name as 'weeklyDigest']).toBe(!is);
      await change({ [name]: is });
    }
    await change({ connectionProblem: false, timeZone: 'Asia/Kolkata' });
    await change({ weeklyDigest: true });
    expect(await settings()).toEqual({
      ...initial,
      connectionProblem: false,
      timeZone: 'Asia/Kolkata',
    });
  });

  test.each(['Mars/Olympus', '', '+02:00', 'America/New_York; drop table users'])(
    'a time zone that does not exist, %j, is refused and nothing changes',
    async (timeZone) => {
      const { status, error } = await change({ timeZone, weeklyDigest: false });
      const message = `There is no time zone "${timeZone}". Use a name such as Europe/Berlin.`;
      expect(status).toBe(400);
      expect(error?.details).toEqual([{ field: 'timeZone', message }]);
      expect(await settings()).toMatchObject({ weeklyDigest: true, timeZone: null });
    },
  );
});

test('the first sign-in that names a time zone keeps it; a wrong one does not keep anyone out', async () => {
  const signIn = (timeZone: string) =>
    app.call('POST /api/auth/login', {
      body: { email: ann.email, password: knownPassword, timeZone },
    });
  for (const wrong of ['Mars/Olympus', 'x'.repeat(5_000)]) {
    expect((await signIn(wrong)).status).toBe(200);
    expect(await settings()).toMatchObject({ timeZone: null });
  }
  await signIn('Europe/Berlin');
  await signIn('Asia/Tokyo');
  expect(await settings()).toMatchObject({ timeZone: 'Europe/Berlin' });
});

describe('the link of a mail', () => {
  const open = (token: string) => app.call('POST /api/notifications/open', { body: { token } });
  const unsubscribe = (token: string) =>
    app.call('POST /api/notifications/unsubscribe', { query: { token } });

  test('says what it is about and changes nothing before it is used', async () => {
    const token = tokenOf(ann.id, 'connection-problem');
    for (const _ of [1, 2]) {
      expect((await open(token)).data).toEqual({
        kind: 'connection-problem',
        email: ann.email,
        isSubscribed: true,
      });
    }
    const redirect = await app.app.inject(`/api/notifications/unsubscribe?token=${token}`);
    expect(redirect.statusCode).toBe(302);
    expect(redirect.headers.location).toBe(
      `https://app.example/import-preferences/unsubscribe?token=${token}`,
    );
    expect(await settings()).toMatchObject({ weeklyDigest: true, connectionProblem: true });
  });

  test('stops that mail alone, without a session; used twice it says so', async () => {
    const token = tokenOf(ann.id, 'weekly-digest');
    expect((await unsubscribe(token)).data).toEqual({ kind: 'weekly-digest', wasSubscribed: true });
    expect((await unsubscribe(token)).data).toEqual({
      kind: 'weekly-digest',
      wasSubscribed: false,
    });
    expect((await open(token)).data.isSubscribed).toBe(false);
    expect(await settings()).toMatchObject({ weeklyDigest: false, connectionProblem: true });
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=part',
      '--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--part--',
    ],
    ['text/plain', 'One-Click'],
    ['application/json', '{not json'],
  ])('is used by a mail program that sends %s', async (type, payload) => {
    const url = `/api/notifications/unsubscribe?token=${tokenOf(ann.id, 'weekly-digest')}`;
    const headers = { 'content-type': type };
    const { statusCode } = await app.app.inject({ method: 'POST', url, headers, payload });
    expect(statusCode).toBe(200);
    expect(await settings()).toMatchObject({ weeklyDigest: false });
  });

  test('works for no one else, and not once it was changed', async () => {
    const token = tokenOf(ann.id, 'weekly-digest');
    const elsewhere = createSecretBox(new Map([['own', Buffer.alloc(32, 1)]]));
    const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
    const forged = sealSubscription(elsewhere, { userId: ann.id, kind: 'weekly-digest' });
    for (const wrong of ['', 'x', changed, forged, `${token}.x`, 'a'.repeat(500)]) {
      expect((await unsubscribe(wrong)).status).toBe(404);
      expect((await open(wrong)).status).toBe(404);
    }
    expect((await unsubscribe('a'.repeat(501))).status).toBe(400);
    expect(await settings()).toMatchObject({ weeklyDigest: true });
  });

  test('is of no use for a person who is gone', async () => {
    const token = tokenOf('0192f0c0-0000-7000-8000-000000000000', 'weekly-digest');
    expect((await unsubscribe(token)).status).toBe(404);
  });
});

import { expect, it } from 'vitest';
import { sampleMail } from '../testing/sample-mail.ts';
import { control } from '../testing/control.ts';
import { gmailClient, signIn } from '../testing/sign-in.ts';
import { startTestSandbox, temporaryFolder } from '../testing/start-test-sandbox.ts';

const ann = 'ann@example.org';
const now = Date.parse('2026-03-10T12:00:00Z');
const hourMs = 3_600_000;

it('moves everything: emails arrive, access tokens run out', async () => {
  const sandbox = await startTestSandbox({ now: () => now });
  await sandbox.addMessages(ann, [sampleMail({ Date: 'Tue, 10 Mar 2026 14:00:00 +0000' })]);
  const auth = await signIn(sandbox.url, ann);
  const token = auth.credentials.access_token;
  const request = () =>
    fetch(`${sandbox.url}/gmail/v1/users/me/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await request()).status).toBe(200);
  expect(await control(sandbox.url, 'POST', 'clock', { offsetMs: 3 * hourMs })).toEqual({
    offsetMs: 3 * hourMs,
    now: '2026-03-10T15:00:00.000Z',
  });
  expect((await request()).status).toBe(401);
  const { data } = await gmailClient(sandbox.url, auth).users.messages.list({ userId: 'me' });
  expect(data.messages).toHaveLength(1);
});

it('stays moved after a restart, and can be set back', async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestSandbox({ dataDir, now: () => now });
  await control(first.url, 'POST', 'clock', { offsetMs: -hourMs });
  await first.close();
  const second = await startTestSandbox({ dataDir, now: () => now });
  expect(await control(second.url, 'GET', 'clock')).toMatchObject({ offsetMs: -hourMs });
  expect(await control(second.url, 'POST', 'clock', { offsetMs: 0 })).toMatchObject({
    now: '2026-03-10T12:00:00.000Z',
  });
});

it('takes nothing but whole milliseconds', async () => {
  const { url } = await startTestSandbox();
  for (const offsetMs of ['1', 1.5, 1e16, null]) {
    await expect(control(url, 'POST', 'clock', { offsetMs })).rejects.toThrow('whole number');
  }
});

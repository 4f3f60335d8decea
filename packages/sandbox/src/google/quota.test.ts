import { expect, it } from 'vitest';
import { control } from '../testing/control.ts';
import { sampleMail } from '../testing/sample-mail.ts';
import { gmailClient, signIn } from '../testing/sign-in.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';

const ann = 'ann@example.org';

it('holds to 6,000 units a minute and person, 20 for a mail, in Google’s words', async () => {
  const mailboxes = [ann, 'bob@example.org'].map((address) => ({ address }));
  const sandbox = await startTestSandbox({ quota: true, mailboxes });
  await sandbox.addMessages(ann, [sampleMail()]);
  const { users } = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
  const { data } = await users.messages.list({ userId: 'me' });
  const id = data.messages?.[0]?.id ?? '';
  for (let count = 0; count < 149; count += 1) await users.threads.get({ userId: 'me', id });
  await users.messages.get({ userId: 'me', id });
  // 5 + 149 · 40 + 20 of 6,000 are spent: enough for three lists, and for no email.
  const refused = await users.messages
    .get({ userId: 'me', id }, { retryConfig: { retry: 0 } })
    .catch((error: { status: number; response: { data: unknown } }) => error);
  const message =
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'gmail.googleapis.com' for consumer 'project_number:1'.";
  expect(refused).toMatchObject({
    status: 403,
    response: {
      data: {
        error: {
          code: 403,
          message,
          errors: [{ message, domain: 'usageLimits', reason: 'rateLimitExceeded' }],
        },
      },
    },
  });
  await users.messages.list({ userId: 'me' });
  const other = gmailClient(sandbox.url, await signIn(sandbox.url, 'bob@example.org'));
  expect((await other.users.getProfile({ userId: 'me' })).status).toBe(200);
  expect(await control(sandbox.url, 'GET', `gmail/${ann}/requests`)).toEqual({
    methods: {
      'messages.list': { answered: 2, refused: 0 },
      'threads.get': { answered: 149, refused: 0 },
      // Google's library takes a 403 for a token that has run out, and tries again with another.
      'messages.get': { answered: 1, refused: expect.any(Number) },
    },
  });
});

it('has no quota unless it is switched on', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.addMessages(ann, [sampleMail()]);
  const { users } = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
  const { data } = await users.messages.list({ userId: 'me' });
  const id = data.messages?.[0]?.id ?? '';
  for (let count = 0; count < 151; count += 1) {
    expect((await users.threads.get({ userId: 'me', id })).status).toBe(200);
  }
});

it('lets search lag behind the mailbox', async () => {
  const sandbox = await startTestSandbox();
  const { users } = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
  const count = async (q?: string) =>
    (await users.messages.list({ userId: 'me', ...(q && { q }) })).data.messages?.length ?? 0;
  const mail = (Subject: string) => sampleMail({ Subject, 'Message-ID': `<${Subject}@x.example>` });
  await sandbox.addMessages(ann, [mail('before')]);
  await control(sandbox.url, 'POST', 'gmail/search-lag', { seconds: 3_600 });
  await sandbox.addMessages(ann, [mail('after')]);
  expect([await count(), await count('in:anywhere')]).toEqual([2, 1]);
  await control(sandbox.url, 'POST', 'clock', { offsetMs: 3_601_000 });
  // The access token has run out as well.
  const again = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
  const { data } = await again.users.messages.list({ userId: 'me', q: 'in:anywhere' });
  expect(data.messages).toHaveLength(2);
});

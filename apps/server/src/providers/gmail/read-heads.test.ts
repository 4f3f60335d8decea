import { control } from '@repo/sandbox/testing/control';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { expect, it } from 'vitest';
import { connectByConsent } from '#test/google-consent.ts';
import { createGmail } from './gmail.ts';
import { createMailReaderPool } from '../mail/mime/mail-reader-pool.ts';
import { openMailbox } from './open-mailbox.ts';

const address = 'ann@example.org';
const since = new Date('2026-03-01T00:00:00Z');

const reply = (number: number, day: number, references?: string) =>
  sampleMail({
    From: `Bob <bob${number}@acme.com>`,
    Date: `Mon, ${String(day).padStart(2, '0')} Mar 2026 10:00:00 +0000`,
    'Message-ID': `<${number}@acme.com>`,
    'In-Reply-To': references,
  });

/** A conversation of three emails in the window and one before it, and a single email. */
async function open() {
  const { url, addMessages } = await startTestSandbox();
  await addMessages(address, [
    sampleMail({
      From: 'old@acme.com',
      Date: 'Mon, 02 Feb 2026 10:00:00 +0000',
      'Message-ID': '<1@acme.com>',
    }),
    reply(2, 2, '<1@acme.com>'),
    reply(3, 3, '<2@acme.com>'),
    reply(4, 4, '<2@acme.com>'),
    reply(5, 5),
  ]);
  const settings = { clientId, clientSecret, rootUrl: url };
  const taken: number[] = [];
  const source = openMailbox(
    settings,
    {
      ...(await connectByConsent(createGmail(settings, 6_000), address)),
      saveCredentials: () => {},
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: new AbortController().signal,
    },
    { bucket: { take: async (count) => void taken.push(count) }, costOfGet: 20 },
    createMailReaderPool(),
  );
  const { ids } = await source.list({ since, domains: undefined }, undefined);
  taken.splice(0);
  const read = async () => {
    const heads = await Promise.all(ids.map((id) => source.head(id)));
    return heads.map((head) => head?.participants[0]?.email);
  };
  return { url, read, taken };
}

const senders = ['bob5@acme.com', 'bob4@acme.com', 'bob3@acme.com', 'bob2@acme.com'];
const fail = (url: string, effect: object) =>
  control(url, 'POST', 'faults', { path: '/gmail/v1/users/*/threads/*', effect });

it('reads the heads of a conversation in one request, those of other emails one by one', async () => {
  const { read, taken } = await open();
  expect(await read()).toEqual(senders);
  expect(taken.toSorted()).toEqual([20, 40]);
});

it('reads a conversation mail by mail when Gmail fails at it', async () => {
  const { url, read, taken } = await open();
  await fail(url, { kind: 'fail', status: 500 });
  expect(await read()).toEqual(senders);
  expect(taken.toSorted()).toEqual([20, 20, 20, 20, 40]);
});

it('stops at once when the quota is used up', async () => {
  const { url, read, taken } = await open();
  await fail(url, { kind: 'fail', status: 429 });
  await expect(read()).rejects.toMatchObject({ kind: 'rate-limited' });
  expect(taken.toSorted()).toEqual([20, 40]);
});

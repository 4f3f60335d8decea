import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { control } from '@repo/sandbox/testing/control';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { connectByConsent, describeConsent } from '#test/google-consent.ts';
import { describeProvider } from '#test/provider-contract.ts';
import { expect, it } from 'vitest';
import { createGmail } from './gmail.ts';
import { createMailReaderPool } from '../mail/mime/mail-reader-pool.ts';
import { openMailbox } from './open-mailbox.ts';

const address = 'ann@example.org';

async function start() {
  const { url, addMessages } = await startTestSandbox();
  return {
    url,
    addMessages,
    provider: createGmail({ clientId, clientSecret, rootUrl: url }, 6_000),
  };
}

async function openOne() {
  const { addMessages, provider } = await start();
  const source = provider.open({
    ...(await connectByConsent(provider, address)),
    saveCredentials: () => {},
    ownerId: 'owner',
    spendRequest: async () => {},
    signal: new AbortController().signal,
  });
  return { addMessages, source };
}

it('tells again what came while pages of the history were read', async () => {
  const { addMessages, source } = await openOne();
  const position = await source.position();
  await addMessages(
    address,
    Array.from({ length: 101 }, () => sampleMail()),
  );
  const first = await source.changes(position);
  expect(first.isLast).toBe(false);
  await addMessages(address, [sampleMail({ Subject: 'meanwhile' })]);
  const second = await source.changes(first.next);
  expect(second.isLast).toBe(true);
  expect(new Set([...first.changed, ...second.changed]).size).toBe(102);
  // None of Gmail's pages may have contained it.
  expect((await source.changes(second.next)).changed).toHaveLength(1);
});

it('starts the history pages again when a page token is refused', async () => {
  const { addMessages, source } = await openOne();
  const position = await source.position();
  await addMessages(address, [sampleMail()]);
  expect((await source.changes({ ...position, pageToken: 'made up' })).changed).toHaveLength(1);
});

it('takes of the quota what each request costs, before it is made', async () => {
  const { url, addMessages, provider } = await start();
  await addMessages(address, [sampleMail()]);
  const taken: number[] = [];
  const bucket = { take: async (count: number) => void taken.push(count) };
  const source = openMailbox(
    { clientId, clientSecret, rootUrl: url },
    {
      ...(await connectByConsent(provider, address)),
      saveCredentials: () => {},
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: new AbortController().signal,
    },
    { bucket, costOfGet: 20 },
    createMailReaderPool(),
  );
  const costOf = async (work: Promise<unknown>) => {
    await work;
    return taken.splice(0);
  };
  const page = await source.list({ since: new Date(0), domains: undefined }, undefined);
  const [id = ''] = page.ids;
  // The search, and the mailbox itself for what the search has not indexed yet.
  expect(taken.splice(0)).toEqual([5, 5]);
  expect(await costOf(source.head(id))).toEqual([20]);
  expect(await costOf(source.read(id))).toEqual([20]);
  const position = await source.position();
  expect(taken.splice(0)).toEqual([5]);
  expect(await costOf(source.changes(position))).toEqual([2]);
});

describeConsent('Gmail', async () => ({ ...(await start()), address }));

/** Gmail's stand-in refuses texts and searches with the scope of a mailbox without text. */
describeProvider('Gmail without text', () => begin(true));
describeProvider('Gmail', () => begin(false));

async function begin(withoutText: boolean) {
  const { url, addMessages, provider } = await start();
  let added = 0;
  const messages = () =>
    control<{ messages: { id: string; internalDate: string }[] }>(
      url,
      'GET',
      `gmail/${address}/messages`,
    );
  return {
    provider,
    withoutText,
    connect: () => connectByConsent(provider, address, withoutText),
    async add(title: string) {
      added += 1;
      const date = new Date(Date.now() - 60_000 + added * 1_000).toUTCString();
      const before = new Set((await messages()).messages.map(({ id }) => id));
      await addMessages(address, [sampleMail({ Subject: title, Date: date })]);
      return (await messages()).messages.find(({ id }) => !before.has(id))?.id ?? '';
    },
    remove: async (id: string) =>
      void (await control(url, 'DELETE', `gmail/${address}/messages/${id}`)),
    expireCursors: async () => {
      // Only the history before the current state expires.
      await addMessages(address, [sampleMail()]);
      await control(url, 'POST', `gmail/${address}/expire-history`);
    },
    revokeGrant: async () =>
      void (await control(url, 'POST', `google-oauth/${address}/revoke-grants`)),
    fail: async (status: 429 | 503) =>
      void (await control(url, 'POST', 'faults', {
        path: '/gmail/**',
        effect: { kind: 'fail', status },
      })),
    repair: async () => void (await control(url, 'DELETE', 'faults')),
  };
}

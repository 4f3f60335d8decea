import { control } from '@repo/sandbox/testing/control';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { connectByConsent } from '#test/google-consent.ts';
import { describeProvider } from '#test/provider-contract.ts';
import { createMicrosoftMail } from './microsoft-mail.ts';

const address = 'ann@example.org';
/** What changes nothing that a client may rely on; the others are in `operations.test.ts`. */
const oddities = {
  emptyPages: true,
  lostRoundTrips: true,
  limitedConcurrency: true,
  localisedFolders: true,
  searchFolder: true,
};

async function start(switches: object) {
  const { url, addMessages } = await startTestSandbox();
  await control(url, 'POST', 'microsoft/switches', switches);
  const provider = createMicrosoftMail({
    clientId,
    clientSecret,
    tenant: 'example.org',
    signInUrl: url,
    graphUrl: url,
  });
  return { url, addMessages, provider };
}

function describeWith(name: string, switches: object): void {
  describeProvider(name, async () => {
    const { url, addMessages, provider } = await start(switches);
    let added = 0;
    const messages = async () =>
      (
        await control<{ messages: { id: string; messageId: string }[] }>(
          url,
          'GET',
          `microsoft/${address}/messages`,
        )
      ).messages;
    return {
      provider,
      connect: () => connectByConsent(provider, address),
      async add(title) {
        added += 1;
        const date = new Date(Date.now() - 60_000 + added * 1_000).toUTCString();
        const before = new Set((await messages()).map(({ id }) => id));
        await addMessages(address, [sampleMail({ Subject: title, Date: date })]);
        return (await messages()).find(({ id }) => !before.has(id))?.id ?? '';
      },
      remove: async (id) =>
        void (await control(url, 'DELETE', `microsoft/${address}/messages/${id}`)),
      revokeGrant: async () =>
        void (await control(url, 'POST', `microsoft/${address}/revoke-grants`)),
      fail: async (status) =>
        void (await control(url, 'POST', 'faults', {
          path: '/v1.0/**',
          effect: { kind: 'fail', status },
        })),
      repair: async () => void (await control(url, 'DELETE', 'faults')),
    };
  });
}

describeWith('Microsoft 365 Mail', {});
describeWith('Microsoft 365 Mail with its oddities', oddities);

import { control } from '@repo/sandbox/testing/control';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { connectGoogle, describeConsent } from '../../../test/google-consent.ts';
import { describeProvider } from '../../../test/provider-contract.ts';
import { createGoogleCalendar } from './google-calendar.ts';

const address = 'ann@example.org';
const hourMs = 60 * 60 * 1000;

async function start() {
  const sandbox = await startTestSandbox();
  const settings = { clientId, clientSecret, rootUrl: sandbox.url };
  return { sandbox, provider: createGoogleCalendar(settings) };
}

describeConsent('Google Calendar', async () => ({ ...(await start()), address }));

describeProvider('Google Calendar', async () => {
  const { sandbox, provider } = await start();
  const { url } = sandbox;
  let added = 0;
  return {
    provider,
    connect: () => connectGoogle(provider, address),
    async add(title) {
      added += 1;
      const begin = Date.now() - 20 * hourMs + added * hourMs;
      const [id = ''] = sandbox.addEvents(address, [
        {
          id: `meeting${added}`,
          summary: title,
          start: { dateTime: new Date(begin).toISOString() },
          end: { dateTime: new Date(begin + hourMs).toISOString() },
          attendees: [{ email: address }, { email: 'bob@acme.com', displayName: 'Bob' }],
        },
      ]);
      return id;
    },
    remove: async (id) =>
      void (await control(url, 'DELETE', `google-calendar/${address}/events/${id}`)),
    expireCursors: async () =>
      void (await control(url, 'POST', `google-calendar/${address}/expire-sync-tokens`)),
    revokeGrant: async () =>
      void (await control(url, 'POST', `google-oauth/${address}/revoke-grants`)),
    fail: async (status) =>
      void (await control(url, 'POST', 'faults', {
        path: '/calendar/**',
        effect: { kind: 'fail', status },
      })),
    mend: async () => void (await control(url, 'DELETE', 'faults')),
  };
});

import { control } from '@repo/sandbox/testing/control';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { connectByConsent } from '#test/google-consent.ts';
import { describeProvider } from '#test/provider-contract.ts';
import { createMicrosoftCalendar } from './microsoft-calendar.ts';

const address = 'ann@example.org';
const hourMs = 60 * 60 * 1000;
/** What changes nothing that a client may rely on; the others are in `operations.test.ts`. */
const oddities = { emptyPages: true, limitedConcurrency: true, sparseOccurrences: true };

function describeWith(name: string, switches: object): void {
  describeProvider(name, async () => {
    const { url, addEvents } = await startTestSandbox();
    await control(url, 'POST', 'microsoft/switches', switches);
    const provider = createMicrosoftCalendar({
      clientId,
      clientSecret,
      tenant: 'example.org',
      signInUrl: url,
      graphUrl: url,
    });
    let added = 0;
    const eventOf = (id: string) => Buffer.from(id.slice('AAkALgE'.length), 'base64url').toString();
    return {
      provider,
      connect: () => connectByConsent(provider, address),
      async add(title) {
        added += 1;
        const begin = Date.now() - 20 * hourMs + added * hourMs;
        const [id = ''] = addEvents(address, [
          {
            id: `meeting${added}`,
            summary: title,
            start: { dateTime: new Date(begin).toISOString() },
            end: { dateTime: new Date(begin + hourMs).toISOString() },
            attendees: [{ email: address }, { email: 'bob@acme.com', displayName: 'Bob' }],
          },
        ]);
        return `AAkALgE${Buffer.from(id).toString('base64url')}`;
      },
      remove: async (id) =>
        void (await control(url, 'DELETE', `google-calendar/${address}/events/${eventOf(id)}`)),
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

describeWith('Microsoft 365 Calendar', {});
describeWith('Microsoft 365 Calendar with its oddities', oddities);

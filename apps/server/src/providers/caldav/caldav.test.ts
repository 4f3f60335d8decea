import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOwner, writeEvent } from '#test/calendar-servers/calendar-owner.ts';
import { startCalendarFront } from '#test/calendar-servers/start-calendar-front.ts';
import {
  calendarPassword,
  type CalendarServer,
  missingCalendars,
  startCalendars,
} from '#test/calendar-servers/start-calendars.ts';
import { describeProvider } from '#test/provider-contract.ts';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { createCaldav } from './caldav.ts';

const hourMs = 60 * 60 * 1000;
const since = new Date(Date.now() - 30 * 24 * hourMs);

/** Signs in as alice at a server on this machine. */
function signIn(provider: SourceProvider, port: number, password = calendarPassword) {
  if (provider.connect.kind !== 'server-login') throw new Error('It has no sign-in.');
  return provider.connect.exchange(
    {
      address: 'alice@example.org',
      user: 'alice',
      password,
      server: { host: '127.0.0.1', port, security: 'tls' },
    },
    AbortSignal.timeout(8_500),
    'owner',
  );
}

const session = {
  saveCredentials: () => {},
  ownerId: 'owner',
  spendRequest: async () => {},
  signal: new AbortController().signal,
};

describe.each(['radicale', 'xandikos'] as const)('CalDAV', (name) => {
  describe.skipIf(missingCalendars !== undefined)(`with ${name}${missingCalendars ?? ''}`, () => {
    let server: CalendarServer;
    let owner: ReturnType<typeof createOwner>;
    beforeAll(async () => {
      server = await startCalendars(name);
      owner = createOwner(server);
    }, 40_000);
    afterAll(() => server.stop());

    const begin = async () => {
      const front = await startCalendarFront(server.port);
      const names: string[] = [];
      onTestFinished(async () => {
        for (const one of names) await owner.remove(one).catch(() => {});
        await front.close();
      });
      const provider = createCaldav({ privateNetworks: ['127.0.0.0/8'], ca: front.ca });
      const put = async (one: string, ics: string) => {
        names.push(one);
        await owner.put(one, ics);
      };
      return { front, provider, put };
    };

    describeProvider(name, async () => {
      const { front, provider, put } = await begin();
      const locations = new Map<string, ItemLocation>();
      const files = new Map<string, string>();
      let added = 0;
      return {
        provider,
        connect: () => signIn(provider, front.port),
        locations,
        add: async (title) => {
          added += 1;
          const uid = `meeting ${added} of ${crypto.randomUUID()}`;
          const start = new Date(Date.now() - 20 * hourMs + added * hourMs);
          await put(uid, writeEvent({ uid, title, start }));
          const source = provider.open({ ...(await signIn(provider, front.port)), ...session });
          const { ids, locations: found = [] } = await source.list(
            { since, domains: undefined },
            undefined,
          );
          source.close?.();
          const [id = ''] = ids;
          const location = found.find((one) => one.id === id);
          if (location === undefined) throw new Error('It has no location.');
          locations.set(id, location);
          files.set(id, uid);
          return id;
        },
        remove: (id) => owner.remove(files.get(id) ?? ''),
        expireCursors: async () => front.expireTokens(),
        revokeGrant: async () => front.setMode(401),
        fail: async (status) => front.setMode(status),
        repair: async () => front.setMode('pass'),
      };
    });

    it.runIf(name === 'radicale')('refuses a wrong password, in words to act on', async () => {
      const { front, provider } = await begin();
      await expect(signIn(provider, front.port, 'wrong')).rejects.toMatchObject({
        kind: 'reauthorize',
        message: expect.stringContaining('did not accept the address and password'),
      });
      expect((await signIn(provider, front.port)).source).toBe('alice@example.org');
    });
  });
});

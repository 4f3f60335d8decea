import { describe, expect, it } from 'vitest';
import type { Fetched } from '#platform/net/fetch-public.ts';
import { type CalendarSearch, findCalendarServer } from './find-calendar-server.ts';

const https = (host: string, port = 443) => ({ host, port, security: 'tls' });

const noRecords: CalendarSearch['records'] = { mx: async () => [], srv: async () => [] };

async function search(
  address: string,
  pages: Record<string, Partial<Fetched>>,
  records: Partial<CalendarSearch['records']> = {},
) {
  const asked: string[] = [];
  const found = await findCalendarServer(
    {
      fetch: async ({ href }) => {
        asked.push(href);
        const page = pages[href];
        if (page === undefined) throw new Error('ENOTFOUND');
        return { status: 200, location: undefined, body: Buffer.from(''), ...page };
      },
      records: { ...noRecords, ...records },
    },
    address,
    new AbortController().signal,
  );
  return { server: found?.server, help: found?.help, asked };
}

const wellKnown = (host: string) => `https://${host}/.well-known/caldav`;

describe('the calendar server of an address', () => {
  it('is known for large services, which are not asked', async () => {
    const { server, help, asked } = await search('ann@icloud.com', {});
    expect(server).toEqual(https('caldav.icloud.com'));
    expect(help).toContain('app password');
    expect(asked).toEqual([]);
  });

  it.each(['ann@gmail.com', 'ann@outlook.com'])(
    'is none for %s, and it says why',
    async (address) => {
      const { server, help } = await search(address, {});
      expect(server).toBeUndefined();
      expect(help).toContain('calendar');
    },
  );

  it('comes from the SRV record of the domain, before its web server', async () => {
    const pages = { [wellKnown('acme.com')]: { status: 401 } };
    const { server } = await search('ann@acme.com', pages, {
      srv: async (name) =>
        name === '_caldavs._tcp.acme.com' ? [{ name: 'dav.acme.com', port: 8443 }] : [],
    });
    expect(server).toEqual(https('dav.acme.com', 8443));
  });

  it('comes from the address that the domain has for it, which is never told the address', async () => {
    const { server, asked } = await search('ann@acme.com', {
      [wellKnown('acme.com')]: { status: 301, location: 'https://cloud.acme.com/remote.php/dav' },
      'https://cloud.acme.com/remote.php/dav': { status: 401 },
    });
    expect(server).toEqual(https('cloud.acme.com'));
    expect(asked.join()).not.toContain('ann');
  });

  it('is that of the service that receives the email of the domain', async () => {
    const mx = async () => ['in1-smtp.messagingengine.com'];
    expect((await search('ann@acme.com', {}, { mx })).server).toEqual(https('caldav.fastmail.com'));
  });

  it.each<[string, Record<string, Partial<Fetched>>]>([
    ['only shows pages', { [wellKnown('acme.com')]: { status: 200 } }],
    [
      'redirects without an end',
      { [wellKnown('acme.com')]: { status: 302, location: wellKnown('acme.com') } },
    ],
    ['has a record that says so', {}],
  ])('is none where the domain %s', async (_what, pages) => {
    const { server } = await search('ann@acme.com', pages, {
      srv: async () => [{ name: '.', port: 0 }],
    });
    expect(server).toBeUndefined();
  });
});

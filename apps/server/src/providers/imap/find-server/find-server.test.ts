import { describe, expect, it } from 'vitest';
import type { Fetched } from '#platform/net/fetch-public.ts';
import { findServer, type ServerSearch } from './find-server.ts';
import { parseAutoconfig } from './parse-autoconfig.ts';

const settings = (hostname: string, { socket = 'SSL', user = '%EMAILADDRESS%' } = {}) =>
  `
<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1"><emailProvider id="acme.com">
  <displayName>Acme Mail</displayName>
  <incomingServer type="pop3"><hostname>pop.acme.com</hostname><port>995</port>
    <socketType>SSL</socketType></incomingServer>
  <incomingServer type="imap"><hostname>plain.acme.com</hostname><port>143</port>
    <socketType>plain</socketType></incomingServer>
  <incomingServer type="imap"><hostname>${hostname}</hostname><port>993</port>
    <socketType>${socket}</socketType><username>${user}</username></incomingServer>
</emailProvider></clientConfig>`.trim();

const tls = (host: string, port = 993) => ({ host, port, security: 'tls' });

const noRecords: ServerSearch['records'] = { mx: async () => [], srv: async () => [] };

function search(address: string, pages: Record<string, Partial<Fetched>>, records = {}) {
  const asked: string[] = [];
  const found = findServer(
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
  return found.then((server) => ({ server, asked }));
}

describe('the settings of a mail server', () => {
  it('are known for large services, which are not asked', async () => {
    const { server, asked } = await search('ann@gmail.com', {});
    expect(server).toMatchObject({ server: tls('imap.gmail.com'), service: 'Gmail' });
    expect(server?.help).toContain('app password');
    expect(asked).toEqual([]);
  });

  it('come from the domain, which never receives the address', async () => {
    const { server, asked } = await search('ann@acme.com', {
      'https://autoconfig.acme.com/mail/config-v1.1.xml': {
        body: Buffer.from(settings('imap.acme.com')),
      },
    });
    expect(server).toEqual({ server: tls('imap.acme.com'), service: 'Acme Mail' });
    expect(asked.join()).not.toContain('ann');
  });

  it('come through a redirect, a few times at most', async () => {
    const first = 'https://autoconfig.acme.com/mail/config-v1.1.xml';
    const found = {
      'https://host.example/x': { body: Buffer.from(settings('imap.host.example')) },
    };
    const { server } = await search('ann@acme.com', {
      ...found,
      [first]: { status: 301, location: 'https://host.example/x' },
    });
    expect(server?.server?.host).toBe('imap.host.example');
    const circle = await search('ann@acme.com', { [first]: { status: 302, location: first } });
    expect(circle.server).toBeUndefined();
    expect(circle.asked.filter((href) => href === first)).toHaveLength(3);
  });

  it('come from SRV records, or the service that receives the mail', async () => {
    const srv = async (name: string) =>
      name === '_imaps._tcp.acme.com' ? [{ name: 'mail.acme.com', port: 993 }] : [];
    expect((await search('ann@acme.com', {}, { srv })).server).toEqual({
      server: tls('mail.acme.com'),
    });
    const mx = async () => ['in1-smtp.messagingengine.com'];
    expect((await search('ann@acme.com', {}, { mx })).server).toMatchObject({
      server: tls('imap.fastmail.com'),
    });
    const microsoft = async () => ['acme-com.mail.protection.outlook.com'];
    const { server } = await search('ann@acme.com', {}, { mx: microsoft });
    expect(server?.server).toBeUndefined();
    expect(server?.help).toContain('Microsoft accepts no passwords');
    const none = async () => [{ name: '.', port: 0 }];
    expect((await search('ann@acme.com', {}, { srv: none })).server).toBeUndefined();
  });

  it.each([
    'ann@localhost',
    'ann@',
    'ann',
    'ann@127.0.0.1',
    'ann@1.2.3',
    'ann@0x7f.1',
    'ann@[::1].x',
  ])('are not searched for %s', async (address) => {
    expect(await search(address, {})).toEqual({ server: undefined, asked: [] });
  });
});

describe('published settings', () => {
  it.each([
    ['%EMAILLOCALPART%', 'ann'],
    ['%EMAILLOCALPART%.%EMAILDOMAIN%', 'ann.acme.com'],
    ['%EMAILADDRESS%', undefined],
    ['%REALNAME%', undefined],
    ['ann\u202E', undefined],
    ['a'.repeat(300), undefined],
  ])('name the user as %s', (user, expected) => {
    expect(parseAutoconfig(settings('imap.acme.com', { user }), 'ann@acme.com')?.user).toBe(
      expected,
    );
  });

  it('name the service in plain text', () => {
    const named = settings('imap.acme.com').replace('Acme Mail', `Acme\n\u202E${'x'.repeat(100)}`);
    expect(parseAutoconfig(named, 'ann@acme.com')?.service).toBe(`Acme ${'x'.repeat(55)}`);
  });

  it('are of an encrypted connection', () => {
    const starttls = settings('imap.acme.com', { socket: 'STARTTLS' });
    expect(parseAutoconfig(starttls, 'ann@acme.com')?.server?.security).toBe('starttls');
    expect(parseAutoconfig(settings('x.example', { socket: 'plain' }), 'a@x.example')).toBe(
      undefined,
    );
  });

  it.each([
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['what is no XML', '<a><b></a>'],
    ['elements nested too deep', '<a>'.repeat(50)],
    ['too many elements', `<a>${'<b/>'.repeat(5_000)}</a>`],
  ])('are refused with %s', (_, xml) => {
    expect(() => parseAutoconfig(xml, 'ann@acme.com')).toThrow(Error);
  });

  it.each(['-', 'a b', 'a/b', 'http://a', ''])('name no server %s', (host) => {
    const found = parseAutoconfig(settings(host), 'ann@acme.com')?.server?.host;
    expect(found === undefined || found === '-').toBe(true);
  });
});

import { expect, it } from 'vitest';
import { createServerGuard } from './server-guard.ts';

const names: Record<string, string[]> = {
  'imap.acme.com': ['2606:4700::1111', '93.184.216.34'],
  'inner.acme.com': ['10.1.2.3'],
  'both.acme.com': ['93.184.216.34', '127.0.0.1'],
};

/** Names of strangers, each with one address that is not on the public internet. */
const hidden = [
  '0.0.0.0',
  '100.64.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '198.18.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  'fec0::1',
  'ff02::1',
];

const guard = (privateNetworks: string[] = []) =>
  createServerGuard({
    resolveHost: async (host) => {
      const number = /^hidden(\d+)/.exec(host)?.[1];
      const found = number === undefined ? names[host] : [hidden[Number(number)] ?? ''];
      if (found === undefined) throw new Error('ENOTFOUND');
      return found;
    },
    ports: [993, 143],
    privateNetworks,
  });

const check = (host: string, port = 993, privateNetworks: string[] = []) =>
  guard(privateNetworks)({ host, port }, new AbortController().signal);

it('resolves a public name once, to the address that is then connected to', async () => {
  expect(await check('IMAP.acme.com.')).toEqual({
    name: 'imap.acme.com',
    address: '93.184.216.34',
    port: 993,
  });
});

it.each([
  ['inner.acme.com', 993],
  ['both.acme.com', 993],
  ['127.0.0.1', 993],
  ['93.184.216.34', 993],
  ['169.254.169.254', 993],
  ['[::1]', 993],
  ['::ffff:10.0.0.1', 993],
  ['2130706433', 993],
  ['0x7f000001', 993],
  ['0177.0.0.1', 993],
  ['127.1', 993],
  ['0', 993],
  ['0.0.0.0', 993],
  ['127.0.0.1.', 993],
  ['2130706433.', 993],
  // Digits of another script, which become ordinary ones.
  ['１２７.０.０.１', 993],
  ['①⑥⑨.254.169.254', 993],
  ['[::ffff:7f00:1]', 993],
  ['64:ff9b::7f00:1', 993],
  ['fe80::1', 993],
  ['fe80::1%eth0', 993],
  ['ann@127.0.0.1', 993],
  ['imap.acme.com', 22],
  ['imap.acme.com', 25],
  ['imap.acme.com', 80],
])('refuses %s, port %i', async (host, port) => {
  await expect(check(host, port)).rejects.toMatchObject({ name: 'ForbiddenServerError' });
});

it('allows the networks that the operator names, on any port', async () => {
  expect(await check('inner.acme.com', 1143, ['10.1.0.0/16'])).toMatchObject({
    address: '10.1.2.3',
    port: 1143,
  });
  await expect(check('both.acme.com', 993, ['10.1.0.0/16'])).rejects.toMatchObject({
    name: 'ForbiddenServerError',
  });
  expect(await check('127.0.0.1', 1143, ['127.0.0.0/8'])).toMatchObject({ address: '127.0.0.1' });
});

it('says that a name does not exist', async () => {
  await expect(check('nowhere.acme.com')).rejects.toMatchObject({ name: 'UnknownServerError' });
});

it.each(hidden.map((address, at) => [address, `hidden${String(at).padStart(2, '0')}.example`]))(
  'refuses a name that points to %s',
  async (_, host) => {
    await expect(check(host)).rejects.toMatchObject({ name: 'ForbiddenServerError' });
  },
);

it('resolves the name of another script in the form that the DNS has', async () => {
  await expect(check('müller.example')).rejects.toThrow('xn--mller-kva.example does not exist');
  // A full stop of another script is one.
  expect(await check('imap。acme。com')).toMatchObject({ name: 'imap.acme.com' });
});

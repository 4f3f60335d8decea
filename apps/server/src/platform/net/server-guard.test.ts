import { expect, it } from 'vitest';
import { createServerGuard } from './server-guard.ts';

const names: Record<string, string[]> = {
  'imap.acme.com': ['2606:4700::1111', '93.184.216.34'],
  'inner.acme.com': ['10.1.2.3'],
  'both.acme.com': ['93.184.216.34', '127.0.0.1'],
};

const guard = (privateNetworks: string[] = []) =>
  createServerGuard({
    resolveHost: async (host) => {
      const found = names[host];
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

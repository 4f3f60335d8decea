import { expect, it, onTestFinished } from 'vitest';
import { row, startScriptedServer } from '../../../test/mail-servers/start-scripted-server.ts';
import { createServerGuard } from '../../platform/net/server-guard.ts';
import { openMailbox } from './open-mailbox.ts';
import { readRanges, uidsInside } from './uid-ranges.ts';

const MIB = 1024 * 1024;

const checkServer = createServerGuard({
  resolveHost: async () => ['127.0.0.1'],
  ports: [],
  privateNetworks: ['127.0.0.0/8'],
});

/** The UIDs that a command names. */
const namedIn = (command: string, all: readonly number[]): number[] =>
  uidsInside(all, readRanges(/^UID FETCH (\S+)/i.exec(command)?.[1] ?? ''));

/** Opens a mailbox with so many emails of one size. */
async function openWith(count: number, size: number) {
  const uids = Array.from({ length: count }, (_, at) => at + 1);
  const text = 'a'.repeat(size);
  const server = await startScriptedServer((command) => {
    if (/^UID SEARCH/i.test(command)) return [`* SEARCH ${uids.join(' ')}`, 'TAG OK done'];
    if (!/^UID FETCH/i.test(command)) return undefined;
    const named = namedIn(command, uids);
    if (!command.includes('BODY.PEEK[])')) {
      const rows = named.map((uid) => row(uid).replace('SIZE 500', `SIZE ${size}`));
      return [...rows, 'TAG OK done'];
    }
    return [
      ...named.map((uid) => `* ${uid} FETCH (UID ${uid} BODY[] {${size}}\r\n${text})`),
      'TAG OK done',
    ];
  });
  onTestFinished(() => server.close());
  const credentials = {
    user: 'ann',
    password: 'secret',
    server: { host: '127.0.0.1', port: server.port, security: 'tls' as const },
  };
  const source = openMailbox(
    { checkServer, ca: server.ca },
    {
      ownerId: 'ann',
      credentials,
      source: 'ann@example.org',
      saveCredentials: () => {},
      spendRequest: async () => {},
      signal: new AbortController().signal,
    },
  );
  onTestFinished(() => source.close?.());
  const { ids } = await source.list(
    { since: new Date('2026-01-01'), domains: undefined },
    undefined,
  );
  const fetched = () => server.heard.filter((command) => command.includes('BODY.PEEK[])'));
  return { source, ids, fetched };
}

it('fetches emails that are requested together with one command for fifty', async () => {
  const { source, ids, fetched } = await openWith(100, 100);
  const mails = await Promise.all(ids.map((id) => source.read(id)));
  expect(mails.map((mail) => mail?.id)).toEqual(ids);
  expect(fetched()).toHaveLength(2);
});

it('reads on when emails that were read are released, so that few are in memory', async () => {
  const { source, ids, fetched } = await openWith(4, 9 * MIB);
  const read: string[] = [];
  const all = ids.map((id) => source.read(id).then((mail) => read.push(mail?.id ?? '')));
  // The second one exceeds what may be read ahead.
  await expect.poll(() => read.length).toBe(2);
  source.release(MIB);
  await source.position();
  expect(fetched()).toHaveLength(2);
  source.release(8 * MIB);
  await expect.poll(() => read.length).toBe(3);
  expect(fetched()).toHaveLength(3);
  source.release(18 * MIB);
  await Promise.all(all);
  expect(fetched()).toHaveLength(4);
});

import { fork } from 'node:child_process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Script, startScriptedServer } from '#test/mail-servers/start-scripted-server.ts';
import { readMail } from '../../mail/mime/read-mail.ts';
import { signInInProcess } from './call-once.ts';
import { openMailboxInProcess } from './open-in-process.ts';
import { createProcessSlots } from './process-slots.ts';

vi.mock('node:child_process', { spy: true });

const running = () =>
  vi
    .mocked(fork)
    .mock.results.map(({ value }) => value)
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).length;

const known = { folders: [{ path: 'INBOX', validity: 7, uidNext: 2, known: '' }] };

/** Mailboxes of different owners on a server, for which there are two processes. */
async function openAll(script: Script, owners: readonly string[]) {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const slots = createProcessSlots({ processes: 2, memoryMb: 256 }, 0);
  const options = { slots, privateNetworks: ['127.0.0.0/8'], ca: server.ca };
  const account = {
    user: 'ann',
    password: 'secret',
    server: { host: '127.0.0.1', port: server.port, security: 'tls' as const },
  };
  const sources = owners.map((ownerId) =>
    openMailboxInProcess(
      options,
      {
        ownerId,
        credentials: account,
        source: `${ownerId}@example.org`,
        saveCredentials: () => {},
        spendRequest: async () => {},
        signal: new AbortController().signal,
      },
      readMail,
    ),
  );
  onTestFinished(() => {
    for (const source of sources) source.close?.();
  });
  return { sources, options, account };
}

it('runs no more processes than there is memory for; the others wait, a sign-in does not', async () => {
  let isHanging = true;
  const held: (() => void)[] = [];
  const { sources, options, account } = await openAll(
    (command, socket) => {
      if (!isHanging || !/^UID SEARCH/i.test(command)) return undefined;
      held.push(() => socket.destroy());
      return [];
    },
    ['ann', 'ben', 'cleo', 'dora'],
  );
  const ended: number[] = [];
  const reads = sources.map(async (source, at) => {
    const page = await source.changes(known).catch(() => source.changes(known));
    source.close?.();
    ended.push(at);
    return page;
  });
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2);
  expect(running()).toBe(2);
  expect(sources.map((source) => source.isWanted?.())).toEqual([true, true, false, false]);

  await signInInProcess(options, { account, ownerId: 'owner' }, AbortSignal.timeout(20_000));

  isHanging = false;
  for (const end of held) end();
  const pages = await Promise.all(reads);
  expect(pages.map(({ changed }) => changed.length)).toEqual([2, 2, 2, 2]);
  expect(running()).toBeLessThanOrEqual(2);
}, 60_000);

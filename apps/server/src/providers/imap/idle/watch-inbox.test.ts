import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createIdleScript } from '#test/mail-servers/idle-script.ts';
import { type Script, startScriptedServer } from '#test/mail-servers/start-scripted-server.ts';
import type { WatchEnd } from '#modules/integrations/provider/watch.ts';
import { createWatchInbox } from './watch-inbox.ts';

interface Tried {
  host?: string;
  renewMs?: number;
  ca?: string;
}

/** A server with IDLE, and a mailbox on it that is watched until the test ends. */
async function watched(override?: Script, options?: Parameters<typeof createIdleScript>[1]) {
  const idle = createIdleScript(override, options);
  const server = await startScriptedServer(idle.script);
  onTestFinished(() => server.close());
  const watchInbox = createWatchInbox({
    checkServer: async ({ host, port }) => ({ name: host, address: '127.0.0.1', port }),
    ca: server.ca,
    responseMs: 300,
    minRenewMs: 20,
  });
  const watch = ({ renewMs = 60_000, host = '127.0.0.1' }: Tried = {}) => {
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const seen = { live: 0, hints: 0, renewals: 0 };
    const ended: Promise<WatchEnd> = watchInbox({
      credentials: {
        user: 'ann',
        password: 'p"w\\ü',
        server: { host, port: server.port, security: 'tls' },
      },
      renewMs,
      signal: stopping.signal,
      onLive: () => (seen.live += 1),
      onHint: () => (seen.hints += 1),
      onRenewed: () => (seen.renewals += 1),
    });
    return { seen, ended, stop: () => stopping.abort() };
  };
  return { ...idle, server, watch };
}

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), 3_000);

it('hints when the number of emails grows, and at nothing else', async () => {
  const { watch, send, heardOf } = await withHeard();
  const { seen } = watch();
  await until(() => seen.live);
  expect(heardOf('EXAMINE INBOX')).toBe(1);
  send('* 2 EXISTS', '* 0 RECENT', '* 1 FETCH (FLAGS (\\Seen))', '* OK Still here', '* 2 EXPUNGE');
  send('* 1 EXISTS', 'nonsense', '* FETCH', '* 99999999999999999999 FETCH ()');
  await sleep(50);
  expect(seen.hints).toBe(0);
  send('* 2 EXISTS');
  await until(() => seen.hints === 1);
  // One came and one went.
  send('* 1 EXPUNGE', '* 2 EXISTS');
  await until(() => seen.hints === 2);
});

async function withHeard() {
  const made = await watched();
  return {
    ...made,
    heardOf: (command: string) => made.server.heard.filter((one) => one === command).length,
  };
}

it('renews at its interval, and ends at once when it is stopped', async () => {
  const { watch, open } = await watched();
  const { seen, ended, stop } = watch({ renewMs: 20 });
  await until(() => seen.renewals >= 3);
  stop();
  expect((await ended).reason).toBe('stopped');
  await until(() => open().length === 0);
});

it.each<[string, WatchEnd['reason'], Script]>([
  ['refuses IDLE', 'unsupported', (command) => (command === 'IDLE' ? ['TAG BAD no'] : undefined)],
  [
    'refuses the sign-in',
    'refused',
    (command) =>
      command.startsWith('AUTHENTICATE') ? ['TAG NO [LIMIT] too many connections'] : undefined,
  ],
  [
    'says goodbye instead of signing in',
    'refused',
    (command) => (command.startsWith('AUTHENTICATE') ? ['* BYE too many connections'] : undefined),
  ],
  [
    'refuses the inbox',
    'refused',
    (command) => (command.startsWith('EXAMINE') ? ['TAG NO no'] : undefined),
  ],
  ['never answers', 'lost', (command) => (command.startsWith('EXAMINE') ? [] : undefined)],
  [
    'closes the connection',
    'lost',
    (command, socket) => (command === 'IDLE' ? (socket.destroy(), []) : undefined),
  ],
  [
    'answers IDLE with an endless line',
    'refused',
    (command, socket) => {
      if (command !== 'IDLE') return undefined;
      socket.write('x'.repeat(1_100_000));
      return [];
    },
  ],
])('ends on a server that %s: %s', async (_, reason, script) => {
  const { watch } = await watched(script);
  const { ended, seen } = watch();
  const end = await ended;
  expect(end.reason, end.message).toBe(reason);
  expect(seen.live).toBe(0);
  expect(end.message).not.toContain('p"w');
});

it('hints after a connection was lost when something came meanwhile', async () => {
  const { watch, open, setUidNext } = await watched();
  const first = watch();
  await until(() => first.seen.live);
  for (const socket of open()) socket.destroy();
  expect((await first.ended).reason).toBe('lost');
  const second = watch();
  await until(() => second.seen.live);
  expect(second.seen.hints).toBe(0);
  for (const socket of open()) socket.destroy();
  await second.ended;
  setUidNext(4);
  const third = watch();
  await until(() => third.seen.hints === 1);
});

it('notices a dead connection when it renews', async () => {
  const { watch } = await watched((_, __, tag) => (tag === 'DONE' ? [] : undefined));
  const { ended } = watch({ renewMs: 50 });
  expect((await ended).reason).toBe('lost');
});

it('ends with a server that sends without end', async () => {
  const { watch, send } = await watched();
  const { ended, seen } = watch();
  await until(() => seen.live);
  for (let sent = 0; sent < 200; sent += 1) send(`* 3 FETCH (FLAGS (${'x'.repeat(8_000)}))`);
  expect((await ended).reason).toBe('refused');
  expect(seen.hints).toBe(0);
});

it('renews more often when silent connections are cut twice', async () => {
  const { watch, counts, open } = await watched();
  const cutAfterSilence = async () => {
    const one = watch({ renewMs: 5_000 });
    await until(() => one.seen.live);
    await sleep(200);
    for (const socket of open()) socket.destroy();
    await one.ended;
  };
  await cutAfterSilence();
  await cutAfterSilence();
  expect(counts.idles).toBe(2);
  const { seen } = watch({ renewMs: 5_000 });
  await until(() => seen.renewals >= 2);
});

it('ends on a server without IDLE', async () => {
  const { watch } = await watched(undefined, { capabilities: 'IMAP4rev1 AUTH=PLAIN' });
  expect((await watch().ended).reason).toBe('unsupported');
});

it('signs in to eight mailboxes of a server at once', async () => {
  const { watch, counts } = await watched(undefined, { signInMs: 40 });
  const all = Array.from({ length: 30 }, () => watch());
  await until(() => all.every(({ seen }) => seen.live));
  expect(counts.maxSigningIn).toBe(8);
});

it('leaves no connection to a server that never ends the handshake', async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.resume();
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const stopping = new AbortController();
  const ended = createWatchInbox({
    checkServer: async ({ host }) => ({ name: host, address: '127.0.0.1', port }),
    responseMs: 300,
  })({
    credentials: {
      user: 'ann',
      password: 'p',
      server: { host: 'mail.home.example', port, security: 'tls' },
    },
    renewMs: 60_000,
    signal: stopping.signal,
    onLive: () => {},
    onHint: () => {},
    onRenewed: () => {},
  });
  await until(() => open.size === 1);
  stopping.abort();
  expect((await ended).reason).toBe('stopped');
  await until(() => open.size === 0);
});

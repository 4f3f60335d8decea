import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { type Script, startScriptedServer } from '#test/mail-servers/start-scripted-server.ts';
import { makeCertificate } from '#test/mail-servers/test-certificate.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';
import { fetchRows, openFolder, searchUids } from './imap-commands.ts';
import { openConnection } from './imap-connection.ts';
import { readFolders } from './read-folders.ts';

const checkServer = createServerGuard({
  resolveHost: async () => ['127.0.0.1'],
  ports: [],
  privateNetworks: ['127.0.0.0/8'],
});

function connectTo({ port, ca }: { port: number; ca: string }, timeoutMs?: number) {
  const server = { host: '127.0.0.1', port, security: 'tls' as const };
  const account = { user: 'ann', password: 'secret', server };
  const { signal } = new AbortController();
  const connection = openConnection({ checkServer, ca }, account, signal, timeoutMs);
  onTestFinished(() => connection.close());
  return connection;
}

/** Sends a line repeatedly, as fast as it is read, until the connection ends; counts the bytes. */
async function flood(socket: Socket, line: string, sent: { bytes: number }): Promise<void> {
  const block = line.repeat(Math.ceil((64 * 1_024) / line.length));
  socket.setMaxListeners(0);
  while (!socket.destroyed) {
    sent.bytes += block.length;
    if (!socket.write(block)) {
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
    }
  }
}

const deepName = Array.from({ length: 100 }, () => 'folder').join('/');

it.each([
  ['a list of folders without end', /^LIST/i, '* LIST () "/" "a folder"\r\n', 1],
  ['folders in folders without end', /^LIST/i, `* LIST () "/" "${deepName}"\r\n`, 1],
  ['a line of a list without end', /^LIST/i, 'folder', 1],
  ['a search without end', /^UID SEARCH/i, `* SEARCH${' 12345'.repeat(5_000)}\r\n`, 12],
  ['a literal without end', /^UID FETCH/i, '* 1 FETCH (UID 1 BODY[] {4000000000}\r\nx', 70],
])('ends the connection on %s', { timeout: 60_000 }, async (_, command, line, megabytes) => {
  const sent = { bytes: 0 };
  const script: Script = (heard, socket) => {
    if (!command.test(heard)) return undefined;
    void flood(socket, line, sent);
    return [];
  };
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const connection = connectTo(server);
  const work = connection.run(async (client) => {
    await readFolders(client);
    await openFolder(client, 'INBOX');
    await searchUids(client, { all: true });
    await fetchRows(client, [[1, 2]], { source: true });
  });
  await expect(work).rejects.toMatchObject({ kind: 'temporary' });
  // What is in the socket's buffers was sent but never read.
  expect(sent.bytes).toBeLessThan((megabytes + 16) * 1024 * 1024);
});

it.each([
  ['its greeting', ''],
  ['the sign-in', '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n'],
])('closes a connection on which a server drips in %s', async (_, greeting) => {
  const { cert, key } = makeCertificate();
  let closed = 0;
  const server = createServer({ cert, key }, (socket) => {
    socket.on('error', () => {}).on('close', () => (closed += 1));
    socket.write(greeting === '' ? '* OK ' : greeting);
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const connection = connectTo({ port, ca: cert }, 500);
  await expect(connection.run(readFolders)).rejects.toMatchObject({
    message: expect.stringContaining('did not respond in time'),
  });
  await expect.poll(() => closed).toBe(1);
});

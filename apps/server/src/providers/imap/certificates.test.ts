import { once } from 'node:events';
import { createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../test/mail-servers/test-certificate.ts';
import { createImap } from './imap.ts';

/**
 * Signs in to a server with the certificate; returns the user's message, and what the server
 * received.
 */
async function signInTo({ cert, key }: { cert: string; key: string }, ca: string | undefined) {
  const heard: string[] = [];
  const server = createServer({ cert, key }, (socket) => {
    socket.on('error', () => {}).on('data', (data) => heard.push(String(data)));
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
  });
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { connect } = createImap({ privateNetworks: ['127.0.0.0/8'], ...(ca && { ca }) });
  if (connect.kind !== 'server-login') throw new Error('not a server');
  const failure = await connect
    .exchange(
      {
        address: 'ann@example.org',
        password: 'secret',
        server: { host: '127.0.0.1', port, security: 'tls' },
      },
      AbortSignal.timeout(5_000),
    )
    .catch((error: unknown) => error);
  return { failure, heard };
}

it.each([
  ['for another name', makeCertificate('DNS:mail.acme.com'), 'is for another server'],
  ['that has expired', makeCertificate('IP:127.0.0.1', -1), 'has expired'],
])('sends nothing to a server with a certificate %s', async (_, certificate, message) => {
  const { failure, heard } = await signInTo(certificate, certificate.cert);
  expect(failure).toMatchObject({
    kind: 'permanent',
    message: expect.stringContaining(message),
  });
  expect(heard).toEqual([]);
});

it('sends nothing to a server whose certificate no authority signed', async () => {
  const { failure, heard } = await signInTo(makeCertificate(), undefined);
  expect(failure).toMatchObject({ message: expect.stringContaining('not from a known authority') });
  expect(heard).toEqual([]);
});

import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import { makeCertificate, type TestCertificate } from './mail-servers/test-certificate.ts';

/** Plays a server of this protocol on a new connection; it may respond to what it hears. */
type Behaviour = (socket: Socket) => void;

/** A provider whose users enter the server, their address and password. */
export interface ServerLoginUnderTest {
  /** @param ca an additionally trusted certificate; PEM. */
  create: (ca?: string) => SourceProvider;
  /** Does not accept the password. */
  deny: Behaviour;
  /** Begins a response that has no end, to which nothing or one byte at a time is added. */
  begin: Behaviour;
}

const password = 'the-password';

/**
 * The messages that users of any such provider get when they enter something wrong, or the server
 * is.
 */
export function describeServerLogin(name: string, under: ServerLoginUnderTest): void {
  const { create, deny, begin } = under;

  /** Signs in to a server; returns the failure and all that the server received. */
  async function signInTo(
    behaviour: Behaviour,
    { certificate = makeCertificate(), ca, timeoutMs }: Options = {},
  ) {
    let heard = '';
    const onConnection = (socket: Socket) => {
      socket.on('error', () => {}).on('data', (data) => (heard += data.toString('latin1')));
      behaviour(socket);
    };
    const server =
      certificate === 'none'
        ? createPlainServer(onConnection)
        : createServer(certificate, onConnection).on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const trusted = ca ?? (certificate === 'none' ? undefined : certificate.cert);
    const failure = await signIn(create(trusted), port, timeoutMs);
    return { port, heard: () => heard, failure };
  }

  describe(`signing in to ${name}`, () => {
    it('tells a wrong password from everything else', async () => {
      const { failure } = await signInTo(deny);
      expect(failure).toMatchObject({
        kind: 'reauthorize',
        message: expect.stringContaining('did not accept the address and password'),
      });
    });

    it('names a port at which nothing responds', async () => {
      const closed = createPlainServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as AddressInfo;
      closed.close();
      await once(closed, 'close');
      expect(await signIn(create(), port)).toMatchObject({
        kind: 'temporary',
        message: `Nothing responds at 127.0.0.1, port ${port}. Check the server and the port.`,
      });
    });

    it('sends no password to a port without TLS', async () => {
      const { failure, port, heard } = await signInTo(
        (socket) => void socket.write('220 ready\r\n'),
        { certificate: 'none' },
      );
      expect(failure).toMatchObject({
        kind: 'permanent',
        message: expect.stringContaining(`port ${port} does not speak`),
      });
      expect(heard()).not.toContain(password);
    });

    it.each<[string, TestCertificate, 'trusted' | 'unknown', string]>([
      ['from no known authority', makeCertificate(), 'unknown', 'so no password was sent'],
      ['for another name', makeCertificate('DNS:acme.com'), 'trusted', 'is for another server'],
      ['that has expired', makeCertificate('IP:127.0.0.1', -1), 'trusted', 'has expired'],
    ])('sends nothing to a server with a certificate %s', async (_, certificate, trust, says) => {
      const ca = trust === 'trusted' ? certificate.cert : makeCertificate().cert;
      const { failure, heard } = await signInTo(begin, { certificate, ca });
      expect(failure).toMatchObject({
        kind: 'permanent',
        message: expect.stringContaining(says),
      });
      expect(heard()).toBe('');
    });

    it.each<[string, Behaviour, 'with TLS' | 'without TLS']>([
      ['says nothing before TLS', () => {}, 'without TLS'],
      ['says nothing', () => {}, 'with TLS'],
      ['begins a response and hangs', begin, 'with TLS'],
      ['drips', (socket) => void (begin(socket), repeat(socket, 'x', 20)), 'with TLS'],
    ])('does not wait for a server that %s', async (_, behaviour, tls) => {
      const { failure } = await signInTo(behaviour, {
        ...(tls === 'without TLS' && { certificate: 'none' }),
        timeoutMs: 500,
      });
      expect(failure).toMatchObject({
        kind: 'temporary',
        message: expect.stringContaining('did not respond in time'),
      });
    });

    it('stops reading a response without an end', async () => {
      const { failure } = await signInTo((socket) => {
        begin(socket);
        repeat(socket, 'x'.repeat(256 * 1_024), 1);
      });
      expect(failure).toMatchObject({
        kind: 'temporary',
        message: expect.stringContaining('sent more than is allowed'),
      });
    });
  });
}

interface Options {
  /** Of the server; 'none' for one without TLS. */
  certificate?: TestCertificate | 'none';
  /** Trusted in place of the server's. */
  ca?: string;
  timeoutMs?: number;
}

async function signIn(provider: SourceProvider, port: number, timeoutMs = 8_000) {
  if (provider.connect.kind !== 'server-login') throw new Error('It has no sign-in.');
  const login = {
    address: 'ann@example.org',
    password,
    server: { host: '127.0.0.1', port, security: 'tls' as const },
  };
  return provider.connect.exchange(login, AbortSignal.timeout(timeoutMs), 'owner').then(
    () => 'signed in',
    (error: unknown) => error,
  );
}

/** Writes a text every few milliseconds until the connection ends. */
function repeat(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { freePort } from '../free-port.ts';
import { makeCertificate } from './test-certificate.ts';

/** The listener at the port: the server, or something in its place. */
export type FrontState = 'server' | 'nothing' | 'silence' | 'no TLS' | 'other certificate';

export interface BreakableFront {
  port: number;
  /** Closes the current connections as well. */
  set: (state: FrontState) => Promise<void>;
}

/** A port that leads to a server on 127.0.0.1 with TLS of its own, until it is broken. */
export async function startBreakableFront(serverPort: number): Promise<BreakableFront> {
  const port = await freePort();
  const open = new Set<Socket>();
  const impostor = createTlsServer(makeCertificate(), (socket) => socket.on('error', () => {}));
  impostor.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
  await once(impostor, 'listening');
  const portOf = (address: ReturnType<typeof impostor.address>) =>
    typeof address === 'object' && address ? address.port : 0;
  let state: FrontState = 'server';
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    track(client);
    if (state === 'silence') return;
    if (state === 'no TLS') return void client.write('220 ready\r\n');
    const behind = connect(
      state === 'server' ? serverPort : portOf(impostor.address()),
      '127.0.0.1',
    );
    track(behind);
    client.pipe(behind).pipe(client);
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
  });
  const listen = async () => {
    if (server.listening) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();
  return {
    port,
    set: async (next) => {
      state = next;
      for (const socket of open) socket.destroy();
      if (state !== 'nothing') return listen();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

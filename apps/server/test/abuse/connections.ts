import { createConnection, type Socket } from 'node:net';

export interface Target {
  host: string;
  port: number;
}

/** A connection of an attacker. */
export interface Opened {
  socket: Socket;
  /** Everything received so far. */
  heard: () => string;
  /** Milliseconds from opening until the server closed the connection, once it did. */
  closedAfter: () => number | undefined;
}

/**
 * Opens a connection and sends a text; further texts follow one by one, `pause` milliseconds apart.
 */
export function open(
  { host, port }: Target,
  {
    from = '127.0.0.1',
    say = '',
    drip = '',
    pause = 200,
  }: { from?: string; say?: string; drip?: string; pause?: number } = {},
): Promise<Opened> {
  const begun = Date.now();
  const socket = createConnection({ host, port, localAddress: from });
  let heard = '';
  let closed: number | undefined;
  const dripping =
    drip === '' ? undefined : setInterval(() => socket.writable && socket.write(drip), pause);
  socket.setEncoding('latin1').on('data', (part: string) => (heard += part));
  socket.on('close', () => {
    closed = Date.now() - begun;
    clearInterval(dripping);
  });
  const opened = { socket, heard: () => heard, closedAfter: () => closed };
  return new Promise((resolve) => {
    // A refused connection counts as opened and closed.
    socket.on('error', () => resolve(opened));
    socket.on('connect', () => {
      socket.write(say);
      resolve(opened);
    });
  });
}

/** Opens several at once, a few hundred at a time. */
export async function openMany(
  count: number,
  one: (index: number) => Promise<Opened>,
): Promise<Opened[]> {
  const all: Opened[] = [];
  while (all.length < count) {
    const indexes = Array.from(
      { length: Math.min(200, count - all.length) },
      (_, n) => all.length + n,
    );
    all.push(...(await Promise.all(indexes.map((index) => one(index)))));
  }
  return all;
}

export const close = (all: readonly Opened[]): void =>
  all.forEach(({ socket }) => socket.destroy());

/** The status of the first response that was received; undefined for none. */
export const statusOf = ({ heard }: Opened): number | undefined =>
  Number(/^HTTP\/1\.1 (\d+)/.exec(heard())?.[1]) || undefined;

/** The head of a request with a body of this many bytes. */
export const postHead = (path: string, bytes: number): string =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

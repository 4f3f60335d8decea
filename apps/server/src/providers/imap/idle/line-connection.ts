import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { CheckedServer } from '#platform/net/server-guard.ts';
import { MAX_WATCH_BYTES } from '../imap-limits.ts';
import { createLineReader } from './line-reader.ts';
import { WatchFailure } from './watch-failure.ts';

/** A connection to a mail server that only reads lines: it costs some 50 KiB while it is silent. */
export interface LineConnection {
  /** Called with each line that the server sends. */
  onLine: (line: string) => void;
  /**
   * Sends a text and returns the first line that ends the exchange; sends nothing when the text is empty.
   *
   * @throws WatchFailure when the connection ends, or the server does not answer in time.
   */
  exchange: (text: string, isEnd: (line: string) => boolean) => Promise<string>;
  /** Continues with TLS; what was received before is forgotten. */
  encrypt: () => Promise<void>;
  /** Resolves after so many milliseconds; rejects when the connection has ended before. */
  rest: (milliseconds: number) => Promise<void>;
  /** The server may send as much again. */
  allowMore: () => void;
  /** Milliseconds since anything was sent or received. */
  silentMs: () => number;
  fail: (failure: WatchFailure) => void;
  /** Sends a last text and ends the connection. */
  end: (text: string) => void;
}

export interface LineConnectionOptions {
  to: CheckedServer;
  secureContext: SecureContext;
  /** Timeout of an exchange; milliseconds. */
  timeoutMs: number;
}

interface Waiting {
  isEnd: (line: string) => boolean;
  resolve: (line: string) => void;
}

/** Begins to connect; the first exchange fails where that is impossible. */
export function openLines(
  { to, secureContext, timeoutMs }: LineConnectionOptions,
  isEncrypted: boolean,
): LineConnection {
  const { name, address, port } = to;
  const named = isIP(name) === 0 ? { servername: name } : {};
  const common = {
    host: address,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  let hasEnded = false;
  let waiting: Waiting | undefined;
  let received = 0;
  let lastAt = performance.now();

  const fail = (failure: WatchFailure) => {
    if (hasEnded) return;
    hasEnded = true;
    ended.reject(failure);
    socket.destroy();
  };
  const read = (from: Socket) => {
    const push = createLineReader((line) => {
      if (hasEnded || from !== socket) return;
      connection.onLine(line);
      const current = waiting;
      if (hasEnded || current?.isEnd(line) !== true) return;
      waiting = undefined;
      current.resolve(line);
    });
    from.on('data', (chunk: Buffer) => {
      lastAt = performance.now();
      received += chunk.length;
      if (received > MAX_WATCH_BYTES) fail(new WatchFailure('refused', 'It sends too much.'));
      else push(chunk);
    });
  };
  const follow = (from: Socket) => {
    from.on('error', (cause: NodeJS.ErrnoException) =>
      fail(
        new WatchFailure('lost', `The connection failed: ${cause.code ?? cause.message}`, {
          cause,
        }),
      ),
    );
    from.on('close', () => fail(new WatchFailure('lost', 'The connection was closed.')));
  };
  const within = async <Result>(promise: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(
      () => fail(new WatchFailure('lost', 'It did not answer in time.')),
      timeoutMs,
    );
    try {
      return await Promise.race([promise, ended.promise]);
    } finally {
      clearTimeout(timer);
    }
  };

  let socket: Socket = isEncrypted
    ? connectTls({ ...common, ...named, secureContext })
    : connect(common);
  const connection: LineConnection = {
    onLine: () => {},
    exchange: async (text, isEnd) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      waiting = { isEnd, resolve };
      if (text !== '') {
        lastAt = performance.now();
        socket.write(`${text}\r\n`, 'latin1');
      }
      return within(promise);
    },
    encrypt: async () => {
      const plain = socket;
      for (const event of ['data', 'error', 'close']) plain.removeAllListeners(event);
      plain.on('error', () => socket.destroy());
      const { promise, resolve } = Promise.withResolvers<void>();
      socket = connectTls({ ...named, host: address, socket: plain, secureContext }, resolve);
      follow(socket);
      read(socket);
      await within(promise);
    },
    rest: async (milliseconds) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      try {
        await Promise.race([promise, ended.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    allowMore: () => {
      received = 0;
    },
    silentMs: () => performance.now() - lastAt,
    fail,
    end: (text) => {
      hasEnded = true;
      ended.reject(new WatchFailure('stopped', 'It was stopped.'));
      if (socket.writable) socket.write(`${text}\r\n`);
      socket.destroySoon();
      // Waits for what is still to be written: for good, if the server never ends the handshake.
      const timer = setTimeout(() => socket.destroy(), timeoutMs);
      socket.once('close', () => clearTimeout(timer));
    },
  };
  follow(socket);
  read(socket);
  return connection;
}

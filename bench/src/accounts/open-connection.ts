import { connect } from 'node:net';

/** One persistent connection, over which one request follows the other. */
export interface BenchConnection {
  /** Sends a request and waits for the whole response, which has to be a 200. */
  request: (request: string) => Promise<void>;
  close: () => void;
}

const headEnd = '\r\n\r\n';

/**
 * Opens a connection that speaks as much HTTP as our own server needs. An ordinary client takes as
 * long to parse a response as the server takes to send it: on two cores it would be what is measured.
 */
export async function openConnection({ hostname, port }: URL): Promise<BenchConnection> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting: PromiseWithResolvers<void> | undefined;
  let head = '';
  /** Bytes of the body that are still to come; undefined until the head is there. */
  let left: number | undefined;
  socket.on('data', (chunk) => {
    if (left === undefined) {
      head += chunk.toString('latin1');
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const length = /content-length: (\d+)/i.exec(head.slice(0, end))?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
        waiting?.reject(new Error(`answered ${head.slice(0, end)}`));
        return;
      }
      left = Number(length) - (head.length - end - headEnd.length);
    } else {
      left -= chunk.length;
    }
    if (left > 0) return;
    head = '';
    left = undefined;
    waiting?.resolve();
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The connection was closed.')));
  return {
    request(request) {
      waiting = Promise.withResolvers<void>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

/** A request with a session's token, as text. */
export const requestOf = (path: string, { host }: URL, token: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}${headEnd}`;

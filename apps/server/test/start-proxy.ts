import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  url: string;
  /** Number of requests sent to another server because the first one did not respond. */
  retries: () => number;
  close: () => Promise<void>;
}

/**
 * Distributes requests to servers as nginx does by default: round-robin, with a retry at the next
 * server if there was no response and the request is safe to repeat (GET).
 */
export async function startProxy(targets: readonly string[]): Promise<Proxy> {
  let [turn, retries] = [0, 0];
  const server = createServer((incoming, outgoing) => {
    const first = (turn += 1);
    const send = (tries: number) => {
      const target = new URL(incoming.url ?? '/', targets[(first + tries) % targets.length]);
      const { method = 'GET', headers } = incoming;
      const onward = request(target, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.once('error', () => {
        if (outgoing.headersSent) return outgoing.destroy();
        if (tries + 1 === targets.length || method !== 'GET') return outgoing.writeHead(502).end();
        retries += 1;
        send(tries + 1);
      });
      if (method === 'GET') onward.end();
      else incoming.pipe(onward);
    };
    send(0);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retries: () => retries,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

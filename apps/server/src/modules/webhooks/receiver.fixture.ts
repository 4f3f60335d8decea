import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Record<string, string>;
  body: string;
  /** What Standard Webhooks sends; a chat's body is not one. */
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

export type Answer = (response: ServerResponse, received: Received) => void;

const accept: Answer = (response) => response.writeHead(204).end();

/** A receiver of webhooks on this machine that records what it gets, and answers as the test wants. */
export async function startReceiver(answer: Answer = accept) {
  const received: Received[] = [];
  let current = answer;
  const read = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await read(request);
    const headers = request.headers as Record<string, string>;
    const one = { headers, body, event: JSON.parse(body) as Received['event'] };
    received.push(one);
    current(response, one);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** The types of what it got, in order. */
    types: () => received.map(({ event }) => event.type),
    answer(next: Answer) {
      current = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

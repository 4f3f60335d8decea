import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { makeCertificate } from '../mail-servers/test-certificate.ts';

/** Requests are passed on; or all are answered with a status. */
export type FrontMode = 'pass' | 401 | 429 | 503;

export interface CalendarFront {
  port: number;
  /** The certificate to trust; PEM. */
  ca: string;
  setMode: (mode: FrontMode) => void;
  /** Makes the server refuse the sync tokens that it gave so far. */
  expireTokens: () => void;
  /** Changes what the server responds, for servers that offer less. */
  rewrite: (change: (body: string) => string) => void;
  /** The requests so far: `REPORT /alice/`. */
  requests: readonly string[];
  close: () => Promise<void>;
}

/** TLS in front of a calendar server on 127.0.0.1, with failures on request. */
export async function startCalendarFront(serverPort: number): Promise<CalendarFront> {
  const { cert, key } = makeCertificate();
  let mode: FrontMode = 'pass';
  let change = (body: string) => body;
  let areTokensExpired = false;
  const requests: string[] = [];
  const pass = async (received: IncomingMessage, response: ServerResponse) => {
    let body = await bodyOf(received);
    requests.push(`${received.method} ${received.url}`);
    if (mode !== 'pass') {
      response.writeHead(mode, mode === 401 ? { 'www-authenticate': 'Basic realm="x"' } : {});
      response.end();
      return;
    }
    if (areTokensExpired && /<d:sync-token>.+<\/d:sync-token>/.test(body)) {
      areTokensExpired = false;
      body = body.replace(
        /<d:sync-token>.+<\/d:sync-token>/,
        `<d:sync-token>http://radicale.org/ns/sync/${'0'.repeat(64)}</d:sync-token>`,
      );
    }
    const headers = { ...received.headers, 'content-length': String(Buffer.byteLength(body)) };
    const passed = request({
      host: '127.0.0.1',
      port: serverPort,
      method: received.method,
      path: received.url,
      headers,
    });
    passed.on('error', () => response.destroy());
    passed.on('response', (answer) => {
      void respond(answer, response);
    });
    passed.end(body);
  };
  const respond = async (answer: IncomingMessage, response: ServerResponse) => {
    const text = await bodyOf(answer);
    const { 'content-length': _, 'transfer-encoding': _encoding, ...rest } = answer.headers;
    response.writeHead(answer.statusCode ?? 500, rest);
    response.end(change(text));
  };
  const server = createServer({ cert, key }, (received, response) => void pass(received, response));
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    ca: cert,
    requests,
    setMode: (next) => {
      mode = next;
    },
    expireTokens: () => {
      areTokensExpired = true;
    },
    rewrite: (next) => {
      change = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

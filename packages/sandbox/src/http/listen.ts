import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dispatch } from './router.ts';
import type { Answer } from './exchange.ts';
import { json, serializeBody } from './exchange.ts';

/** Gmail's own limit for one message is 50 MB with base64; nothing larger is meant for here. */
const largestBody = 64 * 1024 * 1024;

/**
 * An idle connection is kept so long, in milliseconds: after Node's own five seconds, on a machine
 * busy enough, it would be closed under the next request.
 */
const idleTimeoutMs = 75_000;

export interface Listening {
  url: string;
  close(): Promise<void>;
}

/** Serves `dispatch` on `host` and `port` (0 picks a free one). */
export async function listen(dispatch: Dispatch, host: string, port: number): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: idleTimeoutMs }, (request, response) => {
    respond(dispatch, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: () => closeServer(server),
  };
}

async function respond(
  dispatch: Dispatch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    write(response, json({ error: { code: 413, message: 'The request is too large.' } }, 413));
    return;
  }
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const refusal = url.pathname.startsWith('/sandbox/') ? whyNoControl(request) : undefined;
  if (refusal !== undefined) {
    write(response, json({ error: { status: 403, message: refusal } }, 403));
    return;
  }
  write(
    response,
    await dispatch({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    }),
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function write(response: ServerResponse, answer: Answer): void {
  const { contentType, body } = serializeBody(answer);
  response.writeHead(answer.status, {
    'content-type': contentType,
    'content-length': String(body.length),
    ...answer.headers,
  });
  if (answer.cut) {
    // The head promises the whole body; the peer sees the connection end inside it.
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    return;
  }
  response.end(body);
}

/** A page from elsewhere in a browser on this machine is not this machine. */
function whyNoControl({ socket, headers }: IncomingMessage): string | undefined {
  if (!isLoopback(socket.remoteAddress)) {
    return 'The control paths answer this machine alone.';
  }
  const { origin, host } = headers;
  return origin === undefined || origin === `http://${host}`
    ? undefined
    : 'The control paths answer no pages but their own.';
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::1$|(::ffff:)?127\.)/.test(address);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `The sandbox cannot listen on ${host}:${port}: the port is in use. Choose another.`,
      {
        cause: error,
      },
    );
  }
  return new Error(`The sandbox cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
  });
}

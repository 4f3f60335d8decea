import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { changeEntries } from '../faults/change-entries.ts';
import type { CallEffect, FaultRules } from '../faults/fault-rules.ts';
import {
  json,
  ResponseError,
  type Route,
  type SandboxRequest,
  type SandboxResponse,
  serializeBody,
  type StandIn,
} from './exchange.ts';

/** Gmail's own limit for one message is 50 MB with base64; nothing larger is expected. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Node's default of five seconds closes connections under the next request of a busy machine. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** Handles a request as if it came over HTTP, with injected failures. */
export type Dispatch = (request: Omit<SandboxRequest, 'params'>) => Promise<SandboxResponse>;

export interface SandboxServer {
  add(standIn: StandIn): void;
  dispatch: Dispatch;
  /** Returns the URL; port 0 picks a free port. */
  listen(host: string, port: number): Promise<string>;
  close(): Promise<void>;
}

/** Creates the server for the routes of stand-ins. Failures are injected from `faults`. */
export function createSandboxServer(faults: FaultRules): SandboxServer {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 10_000 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    const refusal = request.url.startsWith('/sandbox/') ? refuseControl(request) : undefined;
    if (refusal !== undefined) {
      return send(reply, json({ error: { status: 403, message: refusal } }, 403));
    }
  });
  app.setNotFoundHandler(({ method, url }, reply) =>
    send(reply, json({ error: { code: 404, message: `No ${method} ${url} here.` } }, 404)),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const { statusCode: code = 500, message } = error;
    // An error of the sandbox itself: the client gets a plain 500, the log says what and where.
    if (code >= 500) process.emitWarning(error);
    return send(reply, json({ error: { code, message: `The sandbox failed: ${message}` } }, code));
  });

  const dispatch: Dispatch = async ({ method, path, query, headers, body }) => {
    const url = `${path}?${query}`;
    try {
      const response = await app.inject({ method: method as 'GET', url, headers, payload: body });
      const { statusCode: status, payload: text } = response;
      return { status, headers: response.headers as Record<string, string>, text };
    } catch {
      // An injected failure ended the connection in the middle of the body.
      return { status: 200, text: '', cut: true };
    }
  };

  const withFaults = async (
    failure: NonNullable<StandIn['failure']>,
    request: SandboxRequest,
    respond: () => Promise<SandboxResponse>,
  ): Promise<SandboxResponse> => {
    const fault = faults.take(request);
    if (fault.delayMs > 0) await delay(fault.delayMs);
    const response =
      fault.failure === undefined ? changeEntries(await respond(), fault) : failure(fault.failure);
    for (const { effect, answered } of fault.calls) {
      answered((await dispatch(controlRequest(effect))).status);
    }
    return { ...response, ...(fault.cut && { cut: true }) };
  };

  return {
    add({ routes, failure }) {
      for (const route of routes) {
        const handler = async (raw: FastifyRequest, reply: FastifyReply) => {
          const request = toRequest(raw);
          const respond = () => handle(route, request);
          const response = failure ? withFaults(failure, request, respond) : respond();
          return send(reply, await response);
        };
        app.route({ method: route.method, url: route.path, exposeHeadRoute: false, handler });
      }
    },
    dispatch,
    async listen(host, port) {
      try {
        await app.listen({ host, port });
      } catch (cause) {
        throw new Error(`The sandbox cannot listen on ${host}:${port}: ${reason(cause)}`, {
          cause,
        });
      }
      const { port: actual } = app.server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
    },
    close: () => app.close(),
  };
}

function toRequest({ method, url, headers, body, params }: FastifyRequest): SandboxRequest {
  const { pathname: path, searchParams: query } = new URL(url, 'http://sandbox');
  return {
    method,
    path,
    query,
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    params: params as Record<string, string>,
  };
}

async function handle(route: Route, request: SandboxRequest): Promise<SandboxResponse> {
  try {
    return await route.handle(request);
  } catch (error) {
    if (error instanceof ResponseError) return error.response;
    throw error;
  }
}

function send(reply: FastifyReply, response: SandboxResponse): FastifyReply {
  const { contentType, body } = serializeBody(response);
  const headers = {
    'content-type': contentType,
    'content-length': String(body.length),
    ...response.headers,
  };
  if (!response.cut) return reply.code(response.status).headers(headers).send(body);
  // The headers promise the whole body; the client sees the connection end within it.
  reply.hijack();
  reply.raw.writeHead(response.status, headers);
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
  return reply;
}

function controlRequest({ method, path: address, body }: CallEffect): Parameters<Dispatch>[0] {
  const { pathname: path, searchParams: query } = new URL(address, 'http://sandbox');
  const payload = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  return { method, path, query, headers: {}, body: payload };
}

/** A page from elsewhere in a browser on this machine counts as foreign. */
function refuseControl({ ip, headers }: FastifyRequest): string | undefined {
  if (!/^(::1$|(::ffff:)?127\.)/.test(ip)) {
    return 'The control paths accept requests from this machine only.';
  }
  const { origin, host } = headers;
  return origin === undefined || origin === `http://${host}`
    ? undefined
    : 'The control paths accept requests from their own pages only.';
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' ? 'the port is in use. Choose another.' : message;
}

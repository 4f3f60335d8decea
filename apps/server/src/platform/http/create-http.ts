import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { limits } from '@repo/contract/limits';
import { MAINTENANCE_HEADER } from '@repo/contract/maintenance';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config.ts';
import type { Context } from '../context.ts';
import { readReadiness } from '../database/read-readiness.ts';
import { observeRequests } from '../metrics/observe-requests.ts';
import { traceRequests } from '../trace/trace-requests.ts';
import { answerRefusedRequests, clientErrorHandler } from './answer-client-errors.ts';
import { serveApiDocs } from './api-docs.ts';
import { AppError } from './app-error.ts';
import { compressResponses } from './compress-responses.ts';
import { sendError } from './error-handler.ts';
import { isHealthCheck } from './is-health-check.ts';
import { limitPipelining } from './limit-pipelining.ts';
import { maskAddress } from '../secrets/api-key.ts';
import { parseBodies } from './parse-bodies.ts';
import { refuseExposedKeys } from './refuse-exposed-keys.ts';
import { trustProxies } from './trusted-proxies.ts';

/** A request that has not arrived completely by then is aborted, its head sooner; milliseconds. */
const slowRequest = 30_000;
const slowHead = 10_000;
/**
 * Milliseconds after which an idle connection ends in the middle of a request, for example when its client
 * reads no response. Longer than any request takes.
 */
const stalledConnection = 120_000;
/** The interval at which the server checks for such requests; milliseconds. */
const slownessCheck = 5_000;
/** The time for which a browser may cache a CORS preflight; seconds. */
const corsMaxAge = 600;

/**
 * Creates the plain HTTP server: log, request ids, headers, errors, CORS, health and the API
 * document.
 */
export async function createHttp(context: Context): Promise<FastifyInstance> {
  const { config, log } = context;
  const headers = securityHeaders(config);
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustProxies(config.trustProxy),
    bodyLimit: limits.publicBodyBytes,
    requestTimeout: slowRequest,
    connectionTimeout: stalledConnection,
    http: {
      headersTimeout: slowHead,
      connectionsCheckingInterval: slownessCheck,
      // Refused by a hook: Node's own answer has neither the envelope nor the headers.
      requireHostHeader: false,
    },
    clientErrorHandler: clientErrorHandler(headers),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be decoded is answered before any hook.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply.headers(headers).header('x-request-id', request.id));
    },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    // During shutdown, requests on open connections are served, not refused.
    return503OnClosing: false,
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(noSuchCall);
  answerRefusedRequests(app, headers);
  limitPipelining(app);
  parseBodies(app);
  if (config.traces) traceRequests(app);
  if (context.metrics) observeRequests(app, context.metrics);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id);
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return;
    void reply.header('connection', 'close');
    throw new AppError('VALIDATION_FAILED', 'The request names no host.');
  });
  refuseExposedKeys(app);
  // Before the body is read, since there is no endpoint that needs it.
  app.addHook('onRequest', async (request) => {
    if (request.is404) noSuchCall(request);
  });
  logRequests(app);
  compressResponses(app);
  await allowOrigins(app, config);
  serveHealth(app, context, watchClosing(app));
  await serveApiDocs(app, config);
  for (const url of ['/api', '/api/*']) {
    app.all(url, { onRequest: async (request) => noSuchCall(request) }, noSuchCall);
  }
  return app;
}

function noSuchCall({ method, url }: { method: string; url: string }): never {
  throw new AppError('NOT_FOUND', `There is no endpoint ${method} ${pathOf(url)}`);
}

/** Only the path, without API keys: a query can contain a token. */
const pathOf = (url: string) => maskAddress(url.split('?')[0] ?? '');

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (isHealthCheck(request)) return;
    const { method, url } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    const entry = { method, path: pathOf(url), status: reply.statusCode, milliseconds };
    request.log.info(entry, 'request');
  });
}

async function allowOrigins(app: FastifyInstance, { corsOrigins }: Config): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'last-event-id'],
    exposedHeaders: [
      MAINTENANCE_HEADER,
      'retry-after',
      'x-request-id',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'ratelimit-policy',
      'idempotency-replayed',
    ],
    maxAge: corsMaxAge,
  });
}

/** Reports whether the process is shutting down; its responses then close their connections. */
function watchClosing(app: FastifyInstance): () => boolean {
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close');
  });
  return () => isClosing;
}

function serveHealth(app: FastifyInstance, { db, log }: Context, isClosing: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, status } = isClosing()
      ? { isReady: false, status: 'stopping' }
      : await readReadiness(db);
    if (!isReady) log.warn({ status }, 'not ready');
    return reply.status(isReady ? 200 : 503).send({ status });
  });
}

/**
 * Takes the escapes of an undecodable page URL literally, such as in a link that was cut in the
 * middle of '%E2%82%AC', so that the response is the page that says nothing was found instead of
 * JSON. API URLs are not changed, and are refused.
 */
function readableAddress(url: string): string {
  if (!url.includes('%') || url === '/api' || url.startsWith('/api/')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURI(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

const policy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Headers of every response. API responses are data: a browser must not execute any part of them.
 */
function securityHeaders({ publicUrl }: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy,
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from './app-error.ts';
import { answerError } from './error-handler.ts';
import { openApiDocument } from './openapi.ts';

/** A request that has not arrived whole by then is cut; milliseconds. */
const slowRequest = 30_000;

/** The bare HTTP server: log, request ids, errors, CORS, health and the API document. */
export async function createHttp(context: Context): Promise<FastifyInstance> {
  const { config, log, db } = context;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: slowRequest,
    disableRequestLogging: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerError,
  });
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    void reply.header('x-content-type-options', 'nosniff');
    void reply.header('referrer-policy', 'no-referrer');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, routeOptions } = request;
    if (routeOptions.url === '/healthz' || routeOptions.url === '/readyz') return;
    request.log.info(
      {
        method,
        // The path alone: a query can hold a token.
        path: url.split('?')[0],
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  if (config.corsOrigins.length > 0) {
    await app.register(cors, { origin: config.corsOrigins, maxAge: 600 });
  }

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ready' };
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return reply.status(503).send({ status: 'database unreachable' });
    }
  });
  const document = openApiDocument(config.productName || 'API');
  app.get('/api/openapi.json', async () => document);
  app.all('/api/*', async (request) => {
    throw new AppError('NOT_FOUND', `There is no call ${request.method} ${pathOf(request.url)}`);
  });
  return app;
}

const pathOf = (url: string) => url.split('?')[0];

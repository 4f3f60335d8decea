import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { lazy } from '@repo/domain/lazy';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { createWebFile, sendWebFile } from '../web/web-file.ts';
import { AppError, notFound } from './app-error.ts';
import { boundResponses } from './bound-responses.ts';
import { openApiDocument } from './openapi/openapi-document.ts';

/** The page's own scripts and styles; Swagger UI writes style attributes. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Responses of the documentation that are sent at the same time: each has a file open. */
const MAX_OPEN_FILES = 50;

/** The contract as an OpenAPI document at /api/openapi.json, and readable at /api/docs. */
export async function serveApiDocs(
  app: FastifyInstance,
  { productName, publicUrl }: Config,
): Promise<void> {
  const title = productName ? `${productName} API` : 'API';
  const document = openApiDocument({ title, address: publicUrl });
  // Written once: anyone can request it as often as they like.
  const asFile = lazy(() =>
    createWebFile({
      body: Buffer.from(JSON.stringify(document)),
      type: 'application/json; charset=utf-8',
      isText: true,
      cacheControl: 'no-cache',
    }),
  );
  app.get('/api/openapi.json', (request, reply) => sendWebFile(asFile(), request, reply));
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as never },
  });
  await app.register(async (docs) => {
    limitOpenFiles(docs);
    docs.addHook('onRequest', async (request, reply) => {
      const { url } = request.routeOptions;
      if (url === '/api/docs/json') return sendWebFile(asFile(), request, reply);
      if (url === '/api/docs/yaml') throw notFound('Page');
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      theme: { title },
      uiConfig: { layout: 'BaseLayout', deepLinking: true },
    });
  });
}

function limitOpenFiles(docs: FastifyInstance): void {
  const admit = boundResponses(MAX_OPEN_FILES);
  docs.addHook('onRequest', async (request, reply) => {
    if (admit(request, reply)) return;
    throw new AppError('RATE_LIMITED', 'The documentation is busy. Try again in a moment.', {
      retryAfterSeconds: 5,
    });
  });
}

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { openApiDocument } from './openapi.ts';

/** The page's own scripts and styles; Swagger UI writes style attributes. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The contract as an OpenAPI document at /api/openapi.json, and readable at /api/docs. */
export async function serveApiDocs(app: FastifyInstance, { productName }: Config): Promise<void> {
  const title = productName ? `${productName} API` : 'API';
  const document = openApiDocument(title);
  app.get('/api/openapi.json', async () => document);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: { title },
    uiConfig: { layout: 'BaseLayout', deepLinking: true },
  });
}

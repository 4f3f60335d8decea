import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies. The web application names JSON as the type of every call, also of those that
 * send nothing; such a body is none.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

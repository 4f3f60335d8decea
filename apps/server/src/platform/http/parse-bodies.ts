import { limits } from '@repo/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { requireFewFields, requireSimpleForm, requireSimpleJson } from './require-simple-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    acceptsForms?: boolean;
    ignoresBody?: boolean;
    /** Whether the body is a file, which the handler reads as a stream. */
    acceptsBytes?: boolean;
  }
}

const FILE_TYPE = 'application/octet-stream';

/**
 * Parses bodies: JSON everywhere, forms where an endpoint accepts them. The web application sets
 * the JSON content type on every request, even without a body; an empty body counts as absent.
 */
export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (ignoresBody(request)) return done(null, undefined);
    const text = String(body);
    requireSimpleJson(text, maxValuesOf(request));
    if (text === '') done(null, undefined);
    else void parseJson(request, text, done);
  });
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'text/plain'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (ignoresBody(request)) return done(null, undefined);
      if (!acceptsForms(request)) throw refused(request);
      const text = String(body);
      // Clients that send JSON without its content type often use one of these types.
      const isJson = /^\s*[{[]/.test(text);
      if (isJson) requireSimpleJson(text, maxValuesOf(request));
      else requireSimpleForm(text);
      if (isJson) void parseJson(request, text, done);
      else done(null, formFields(text));
    },
  );
  app.addContentTypeParser(FILE_TYPE, (request, payload, done) =>
    request.routeOptions.config.acceptsBytes === true
      ? done(null, payload)
      : done(refused(request)),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, _body, done) =>
    ignoresBody(request) ? done(null, undefined) : done(refused(request)),
  );
}

/** A field that occurs several times becomes a list. */
function formFields(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  requireFewFields(fields.size);
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

const acceptsForms = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.acceptsForms === true;

/** Of the endpoints only webhooks accept forms. */
const maxValuesOf = (request: FastifyRequest): number =>
  acceptsForms(request) ? limits.webhookBodyValues : limits.bodyValues;

const ignoresBody = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.ignoresBody === true;

/**
 * Refuses other bodies than files, which would be read into memory before they are parsed.
 *
 * @throws AppError `VALIDATION_FAILED`.
 */
export function requireFile({ headers }: FastifyRequest): void {
  if (headers['content-type'] === FILE_TYPE) return;
  throw new AppError('VALIDATION_FAILED', `The body must be a file (${FILE_TYPE}).`);
}

function refused(request: FastifyRequest): AppError {
  const forms = acceptsForms(request) ? ' or a form (application/x-www-form-urlencoded)' : '';
  const type = request.headers['content-type'];
  const came = type === undefined ? 'without a type' : `as ${type.slice(0, 100)}`;
  return new AppError(
    'VALIDATION_FAILED',
    `The body must be JSON (application/json)${forms}; it came ${came}.`,
  );
}

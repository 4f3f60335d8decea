import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { requireSimpleForm, requireSimpleJson } from './require-simple-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a body may come as an HTML form would send it. */
    acceptsForms?: boolean;
    /** Whether the body may be anything, because it is not looked at. */
    ignoresBody?: boolean;
  }
}

/**
 * Reads bodies: JSON everywhere, forms where a call takes them. The web application names JSON as
 * the type of every call, also of those that send nothing; such a body is none.
 */
export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (ignoresBody(request)) return done(null, undefined);
    const text = String(body);
    requireSimpleJson(text);
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
      // Anyone who sends JSON without naming its type often names one of these.
      const isJson = /^\s*[{[]/.test(text);
      if (isJson) requireSimpleJson(text);
      else requireSimpleForm(text);
      if (isJson) void parseJson(request, text, done);
      else done(null, formFields(text));
    },
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, _body, done) =>
    ignoresBody(request) ? done(null, undefined) : done(refused(request)),
  );
}

/** A field that comes several times becomes a list. */
function formFields(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

const acceptsForms = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.acceptsForms === true;

const ignoresBody = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.ignoresBody === true;

function refused(request: FastifyRequest): AppError {
  const forms = acceptsForms(request) ? ' or a form (application/x-www-form-urlencoded)' : '';
  const type = request.headers['content-type'];
  const came = type === undefined ? 'without a type' : `as ${type.slice(0, 100)}`;
  return new AppError(
    'VALIDATION_FAILED',
    `The body must be JSON (application/json)${forms}; it came ${came}.`,
  );
}

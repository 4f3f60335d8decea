import type { FastifyInstance } from 'fastify';
import { requireSimpleJson } from '#platform/http/require-simple-body.ts';
import { badRequest } from './scim-error.ts';

/** A group of 10,000 members has up to six values for each, the member itself included. */
const MAX_VALUES = 60_000;

/** Takes JSON by both of its names; the parsers of the API know only one. */
export function parseScimBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => {
      const text = String(body);
      requireSimpleJson(text, MAX_VALUES);
      if (text === '') return undefined;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw badRequest('invalidSyntax', 'The body is no JSON.');
      }
    },
  );
  scope.addContentTypeParser('*', { parseAs: 'string' }, async () => {
    throw badRequest('invalidSyntax', 'The body must be JSON (application/scim+json).');
  });
}

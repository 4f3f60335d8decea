import type { Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import { failure } from '@repo/contract/error';
import { scopes } from '@repo/contract/scopes';
import { z } from 'zod';

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const toSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

type Paths = Record<string, Record<string, unknown>>;

/** The contract does not change, and tests build many applications in one process. */
let describedPaths: Paths | undefined;

/** The OpenAPI 3.1 document of every endpoint in the contract. */
export function openApiDocument(title: string) {
  describedPaths ??= describePaths();
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that signing in returns. It can call every endpoint.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'atk_…',
          description: describeScopes(),
        },
      },
      schemas: { Failure: toSchema(failure, 'output') },
    },
    paths: describedPaths,
  };
}

function describePaths(): Paths {
  const paths: Paths = {};
  for (const [name, call] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, call) };
  }
  return paths;
}

function operation(name: string, call: Endpoint) {
  const [, path = ''] = name.split(' ');
  return {
    operationId: name.replaceAll(/[^A-Za-z]+/g, '_'),
    summary: call.summary,
    tags: [path.split('/')[2] ?? 'api'],
    'x-server-level': call.level,
    ...(call.access === 'secret' || call.access === 'public'
      ? { security: [] }
      : { description: describeKeys(call), security: securityOf(call) }),
    parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
    ...(call.body && { requestBody: requestBody(call, call.body) }),
    responses: {
      ...success(call),
      default: {
        description: (call.errors ?? []).join(', ') || 'Failure',
        ...json({ $ref: '#/components/schemas/Failure' }),
      },
    },
  };
}

/** A session can call it, or a key with the scope. */
const securityOf = ({ scope }: Endpoint) =>
  scope === undefined ? [{ session: [] }] : [{ session: [] }, { apiKey: [scope] }];

const describeKeys = ({ scope }: Endpoint): string =>
  scope === undefined
    ? 'Takes no API key.'
    : `An API key needs the scope \`${scope}\`: ${scopes[scope]}`;

const describeScopes = (): string =>
  [
    'A personal API key (docs/api-keys.md). Each endpoint names the scope that it needs; those without one take no key. Fields marked `x-api-key-needs` are empty or absent without that scope, and `session` with every key.',
    ...Object.entries(scopes).map(([scope, what]) => `- \`${scope}\`: ${what}`),
  ].join('\n\n');

const requestBody = ({ acceptsBytes }: Endpoint, body: z.ZodType) =>
  acceptsBytes === true
    ? { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
    : json(toSchema(body, 'input'));

function parameters(location: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: of,
  }));
}

function success(call: Endpoint) {
  if (call.response === 'redirect') return { 302: { description: 'Redirects' } };
  if (!(call.response instanceof z.ZodType)) return { 200: { description: call.response } };
  const data = toSchema(call.response, 'output');
  return {
    200: {
      description: 'Success',
      ...json({
        type: 'object',
        required: ['success', 'data'],
        properties: { success: { const: true }, data },
      }),
    },
  };
}

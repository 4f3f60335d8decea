import type { Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import { scopes } from '@repo/contract/scopes';
import type { z } from 'zod';
import { components, headerParameters, json, responsesOf } from './responses.ts';
import { toInputSchema } from './to-schema.ts';

type Paths = Record<string, Record<string, unknown>>;

/** The contract does not change, and tests build many applications in one process. */
let describedPaths: Paths | undefined;

interface Described {
  title: string;
  /** The address that clients use. */
  address: string;
}

/** The OpenAPI 3.1 document of every endpoint in the contract. */
export function openApiDocument({ title, address }: Described) {
  describedPaths ??= describePaths();
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Responses can get further fields at any time, and further values where a field has `x-extensible-enum`. Ignore those that you do not know.',
    },
    servers: [{ url: address }],
    components: {
      ...components,
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
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...headerParameters(call),
    ],
    ...(call.body && { requestBody: requestBody(call, call.body) }),
    responses: responsesOf(call),
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

function requestBody({ acceptsBytes }: Endpoint, body: z.ZodType) {
  if (acceptsBytes === true) {
    const schema = { type: 'string', format: 'binary' };
    return { required: true, content: { 'application/octet-stream': { schema } } };
  }
  const schema = toInputSchema(body);
  return { required: (schema.required ?? []).length > 0, ...json(schema) };
}

function parameters(location: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toInputSchema(schema);
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: of,
  }));
}

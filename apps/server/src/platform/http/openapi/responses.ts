import type { Endpoint } from '@repo/contract/endpoint';
import { failure } from '@repo/contract/error';
import { limits } from '@repo/contract/limits';
import { z } from 'zod';
import { isRepeatable, REPEATED_HOURS } from '../run-once.ts';
import { toOutputSchema } from './to-schema.ts';

export const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

const number = { type: 'integer' };
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));

/** Headers of each response to an API key. */
const keyHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const;

/** The headers that responses refer to. */
const headers = {
  'Retry-After': {
    description: 'Seconds after which to send the request again.',
    schema: number,
  },
  'RateLimit-Limit': {
    description: 'Requests that an API key can make in a minute. Only with an API key.',
    schema: number,
  },
  'RateLimit-Remaining': {
    description: 'Those that are left of them. Only with an API key.',
    schema: number,
  },
  'RateLimit-Reset': {
    description: 'Seconds until all of them are left again. Only with an API key.',
    schema: number,
  },
  'RateLimit-Policy': {
    description: `The limit and its seconds, as in \`${limits.apiKeyRequestsPerMinute};w=60\`. Only with an API key.`,
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the answer to an earlier request. Otherwise absent.',
    schema: { type: 'string' },
  },
} satisfies Record<(typeof keyHeaders)[number] | string, object>;

const failed = json(ref('schemas', 'Failure'));

/** The headers, parameters, responses and schemas that operations refer to. */
export const components = {
  headers,
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: `A value of your own for this request, such as a UUID. Sent again within ${REPEATED_HOURS} hours with the same value, the request is not done a second time (docs/api/writing.md).`,
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
  },
  responses: {
    TooManyRequests: {
      description: 'RATE_LIMITED: too many requests, or the server is busy.',
      headers: headerRefs(['Retry-After']),
      ...failed,
    },
    TooManyRequestsOfKey: {
      description:
        'RATE_LIMITED: too many requests, or the server is busy. The limit of the key is in the headers.',
      headers: headerRefs(['Retry-After', ...keyHeaders]),
      ...failed,
    },
  },
  schemas: { Failure: toOutputSchema(failure) },
};

/** The header parameters of an operation. */
export const headerParameters = (call: Endpoint) =>
  isRepeatable(call) ? [ref('parameters', 'IdempotencyKey')] : [];

/** The responses of an operation. */
export function responsesOf(call: Endpoint) {
  const takesKeys = call.scope !== undefined;
  return {
    ...success(call),
    ...(canBeLimited(call) && {
      429: ref('responses', takesKeys ? 'TooManyRequestsOfKey' : 'TooManyRequests'),
    }),
    default: {
      description: (call.errors ?? []).join(', ') || 'Failure',
      headers: headerRefs(['Retry-After', ...(takesKeys ? keyHeaders : [])]),
      ...failed,
    },
  };
}

/** Requests of one user take turns, so that each call of a user can be refused when too many of them wait. */
const canBeLimited = ({ access, errors = [] }: Endpoint): boolean =>
  access === 'person' || access === 'admin' || errors.includes('RATE_LIMITED');

function success(call: Endpoint) {
  if (call.response === 'redirect') return { 302: { description: 'Redirects' } };
  const names = [
    ...(call.scope === undefined ? [] : keyHeaders),
    ...(isRepeatable(call) ? ['Idempotency-Replayed'] : []),
  ];
  const headed = names.length > 0 && { headers: headerRefs(names) };
  if (!(call.response instanceof z.ZodType)) {
    return { 200: { description: call.response, ...headed } };
  }
  const data = toOutputSchema(call.response);
  return {
    200: {
      description: 'Success',
      ...headed,
      ...json({
        type: 'object',
        required: ['success', 'data'],
        properties: { success: { const: true }, data },
      }),
    },
  };
}

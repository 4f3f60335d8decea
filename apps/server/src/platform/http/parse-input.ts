import type { Endpoint } from '@repo/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { validationFailed } from './app-error.ts';

/**
 * Reads the input of an endpoint by its schemas.
 *
 * @throws AppError `VALIDATION_FAILED`
 */
export function parseInput(call: Endpoint, request: FastifyRequest) {
  return {
    params: parse(call.params, request.params),
    query: parse(call.query, request.query),
    body: parse(call.body, request.body ?? {}),
  };
}

/** @throws AppError `VALIDATION_FAILED` */
export function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationFailed(
    result.error.issues.map(({ path, message }) => ({
      field: path.join('.'),
      message: path.length > 0 ? `${path.join('.')}: ${message}` : message,
    })),
  );
}

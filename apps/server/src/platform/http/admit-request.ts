import type { Endpoint } from '@repo/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** The signed-in user of a request. */
export interface Person {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  sessionId: string;
}

/** Finds the user by the bearer token; undefined when there is no live session. */
export type Authenticate = (token: string) => Promise<Person | undefined>;

/**
 * Authenticates a request by its bearer token.
 *
 * @returns the user; undefined for endpoints that everyone may call, or that check a secret themselves.
 * @throws AppError `UNAUTHENTICATED`, or `FORBIDDEN` for users who are no administrator
 */
export async function admit(
  call: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Person | undefined> {
  if (call.access === 'public' || call.access === 'secret') return undefined;
  const token = bearerToken(request);
  const person = token === undefined ? undefined : await authenticate(token);
  if (person === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
  if (call.access === 'admin' && !person.isAdmin) {
    request.log.warn({ userId: person.id }, 'refused: no administrator');
    throw new AppError('FORBIDDEN', 'Admin access required');
  }
  return person;
}

/** The bearer token of a request, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

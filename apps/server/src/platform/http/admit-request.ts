import type { Endpoint } from '@repo/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError, freshProofRequired } from './app-error.ts';
import { factorSetupRequired } from './factor-setup-required.ts';

/** The user of a request, by a session or an API key. */
export interface Person {
  id: string;
  name: string;
  email: string;
  /** By an API key only with a scope of administration. */
  isAdmin: boolean;
}

export interface SignedIn extends Person {
  sessionId: string;
  /** Whether it was proven lately who uses the session. */
  isProven: boolean;
  /** Whether the user has a second factor. */
  hasFactor: boolean;
  /** Whether the user has a password. A company's user who signs in there may have none. */
  hasPassword: boolean;
  /** Whether the user has to set up a second factor before anything else. */
  lacksFactor: boolean;
}

/** Finds the user by the bearer token; undefined when there is no live session. */
export type Authenticate = (token: string) => Promise<SignedIn | undefined>;

/**
 * Authenticates a request by the session of its bearer token.
 *
 * @param isBegun whether a request is authenticated again, whose proof was fresh when it began: a long
 *   download goes on.
 * @returns the user; undefined for endpoints that everyone may call, or that check a secret themselves.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` for users who are no administrator,
 *   `SECOND_FACTOR_SETUP_REQUIRED` or `FRESH_PROOF_REQUIRED`
 */
export async function admit(
  call: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
  isBegun = false,
): Promise<SignedIn | undefined> {
  if (call.access === 'public' || call.access === 'secret') return undefined;
  const token = bearerToken(request);
  const person = token === undefined ? undefined : await authenticate(token);
  if (person === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
  if (person.lacksFactor && call.worksWithoutFactor !== true) throw factorSetupRequired();
  if (call.access === 'admin' && !person.isAdmin) {
    request.log.warn({ userId: person.id }, 'refused: no administrator');
    throw new AppError('FORBIDDEN', 'Admin access required');
  }
  if (needsProof(call, person) && !person.isProven && !isBegun) {
    throw freshProofRequired();
  }
  return person;
}

/**
 * The one rule: a user with a second factor proves each of these calls by it, one without a password by signing in
 * again, and others by the password in the body.
 */
const needsProof = (
  { needsFreshProof }: Endpoint,
  { hasFactor, hasPassword }: SignedIn,
): boolean =>
  needsFreshProof === 'of-factor' ? hasFactor || !hasPassword : needsFreshProof === true;

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

import type { Endpoint } from '@repo/contract/endpoint';
import { KEY_NEEDS, KEY_NEEDS_BY_VALUE } from '@repo/contract/fields';
import type { Scope } from '@repo/contract/scopes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { networkOf } from '../rate-limit/network-of.ts';
import { isWellFormedKey, looksLikeApiKey } from '../secrets/api-key.ts';
import { hashToken } from '../secrets/token.ts';
import { bearerToken, type Person } from './admit-request.ts';
import { AppError } from './app-error.ts';
import type { KeyReader } from './handlers.ts';
import type { KeyRates } from './key-rates.ts';
import type { KnownKeys } from './known-keys.ts';

/** The user of an API key. `isAdmin` is what the key may be for the call, see `actWithKey`. */
export interface KeyHolder extends Person {
  /** The id of the key. */
  keyId: string;
  scopes: readonly string[];
}

export const isKeyHolder = <Some extends object>(person: Some): person is Some & KeyHolder =>
  'scopes' in person;

/**
 * Finds the active user of a key that works, with `isAdmin` as their session would have it.
 *
 * @param from the address of the request.
 * @throws AppError `UNAUTHENTICATED` that says why it does not work
 */
export type AuthenticateKey = (token: string, from: string) => Promise<KeyHolder>;

/** The API key of a request; undefined for one with a session, a webhook's token, or nothing. */
export function apiKeyOf(call: Endpoint, request: FastifyRequest): string | undefined {
  const token = call.access === 'secret' ? undefined : bearerToken(request);
  return token !== undefined && looksLikeApiKey(token) ? token : undefined;
}

interface Options {
  authenticateKey: AuthenticateKey;
  rates: KeyRates;
  known: KnownKeys;
}

/**
 * Refuses an API key that can be refused without the database.
 *
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` where the call takes no key, or `RATE_LIMITED`
 */
export function checkKey(call: Endpoint, key: string, reply: FastifyReply, rates: KeyRates): void {
  requireWellFormed(key);
  const { scope } = call;
  if (scope === undefined || (call.access !== 'person' && call.access !== 'admin')) {
    throw new AppError('FORBIDDEN', 'This endpoint takes no API key. Sign in to use it.');
  }
  rates.requireRoom(nameOf(key), reply);
}

/** @throws AppError `UNAUTHENTICATED` for a key that was not copied whole */
export function requireWellFormed(key: string): void {
  if (isWellFormedKey(key)) return;
  throw new AppError(
    'UNAUTHENTICATED',
    'This API key is incomplete or mistyped: its checksum is wrong. Copy it again.',
  );
}

/** The name that the requests of a key are counted under. */
const nameOf = (key: string): string => hashToken(key).toString('base64');

/**
 * Authenticates a request by its API key.
 *
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` without the scope of the endpoint, or `RATE_LIMITED`
 */
export async function admitKey(
  call: Endpoint,
  key: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { authenticateKey, rates, known }: Options,
): Promise<KeyHolder> {
  checkKey(call, key, reply, rates);
  const holder = await authenticateKey(key, request.ip);
  known.remember(hashToken(key), holder.scopes);
  countKey(key, reply, rates);
  for (const needed of scopesNeeded(call, request)) {
    if (holder.scopes.includes(needed)) continue;
    throw new AppError(
      'FORBIDDEN',
      `This API key lacks the scope ${needed}. Create one that has it in your settings.`,
      { details: { scope: needed } },
    );
  }
  return actWithKey(call, holder);
}

/** Counts a request of a key that works. */
export const countKey = (key: string, reply: FastifyReply, rates: KeyRates): void =>
  rates.count(nameOf(key), reply);

/**
 * A key that worked before with the scopes that a request needs, for the query that serves the request and
 * authenticates the key. Undefined for any other key.
 */
export function knownKey(
  call: Endpoint,
  key: string,
  request: FastifyRequest,
  known: KnownKeys,
): KeyReader | undefined {
  const keyHash = hashToken(key);
  const scopes = known.scopesOf(keyHash);
  if (scopes === undefined || call.access !== 'person') return undefined;
  return scopesNeeded(call, request).every((needed) => scopes.includes(needed))
    ? { keyHash, network: networkOf(request.ip), scopes }
    : undefined;
}

const scopesNeeded = (call: Endpoint, request: FastifyRequest): string[] => [
  ...(call.scope === undefined ? [] : [call.scope]),
  ...scopesOfQuery(call, request.query),
];

/**
 * The one rule for keys of administrators: a key acts as one only with the scopes of administration, which for
 * reading and for changing are two.
 *
 * @throws AppError `FORBIDDEN` when only administrators may make the call, and the user is none
 */
export function actWithKey({ access, scope }: Endpoint, holder: KeyHolder): KeyHolder {
  const needed: Scope = scope?.endsWith(':read') ? 'administration:read' : 'administration:write';
  const isAdmin = holder.isAdmin && holder.scopes.includes(needed);
  if (access === 'admin' && !isAdmin) throw new AppError('FORBIDDEN', 'Admin access required');
  return { ...holder, isAdmin };
}

/** The further scopes that the fields of a query need by the marks of the contract. */
function scopesOfQuery(call: Endpoint, query: unknown): string[] {
  const fields: z.core.$ZodShape = call.query?.shape ?? {};
  const given = query as Record<string, unknown>;
  return Object.entries(fields).flatMap(([name, field]) => {
    if (given[name] === undefined) return [];
    const schema = field instanceof z.ZodOptional ? field.unwrap() : field;
    const marks = z.globalRegistry.get(schema);
    const byValue = marks?.[KEY_NEEDS_BY_VALUE] as Record<string, string> | undefined;
    const needs = marks?.[KEY_NEEDS] ?? byValue?.[String(given[name])];
    return typeof needs === 'string' ? [needs] : [];
  });
}

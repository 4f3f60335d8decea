import type { Endpoint } from '@repo/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  actWithKey,
  admitKey,
  apiKeyOf,
  type AuthenticateKey,
  checkKey,
  countKey,
  type KeyHolder,
  knownKey,
} from './admit-key.ts';
import { admit, type Authenticate } from './admit-request.ts';
import { type AnyHandler, isSecretCall, type KeyReader } from './handlers.ts';
import type { KeyRates } from './key-rates.ts';
import type { KnownKeys } from './known-keys.ts';
import { parse } from './parse-input.ts';

/**
 * A request that was authenticated less than this ago is not authenticated again: it neither waited for its body
 * nor for its turn. Milliseconds.
 */
const FRESH_MS = 50;

/**
 * Finds who sends the requests to an endpoint: by a session, an API key, or the secret that the endpoint's own module
 * checks. A sender is the user, what the module returned, or undefined where everyone may call.
 */
export interface Admission {
  /**
   * Finds the sender of a request, once.
   *
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` or `RATE_LIMITED`
   */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /**
   * Refuses an API key that can be refused without the database. The key itself is authenticated in its turn.
   *
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` or `RATE_LIMITED`
   */
  checkKey: (request: FastifyRequest, reply: FastifyReply) => void;
  /** The sender that was found, whether or not there is one. */
  found: (request: FastifyRequest) => { sender: unknown } | undefined;
  /** The user and the scopes of a request with an API key. */
  keyHolderOf: (request: FastifyRequest) => KeyHolder | undefined;
  /** The key of a request whose sender is not found yet, if a query can find its user. */
  knownKeyOf: (request: FastifyRequest) => KeyReader | undefined;
  /** Notes that a query has found the user of a known key, and served the request. */
  noteServed: (request: FastifyRequest, reply: FastifyReply, reader: KeyReader) => void;
  /** The scopes of the key that a request was admitted or served with. */
  scopesOf: (request: FastifyRequest) => readonly string[] | undefined;
  /**
   * Authenticates again: since then a key can have been revoked, a session ended, a user deactivated.
   *
   * @throws AppError `UNAUTHENTICATED` or `FORBIDDEN`
   */
  confirm: (request: FastifyRequest) => Promise<void>;
  /** Confirms a request that has waited since it was authenticated. */
  confirmIfOld: (request: FastifyRequest) => Promise<void>;
}

interface AdmissionOptions {
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  rates: KeyRates;
  known: KnownKeys;
}

export function createAdmission(
  call: Endpoint,
  handler: AnyHandler,
  { authenticate, authenticateKey, rates, known }: AdmissionOptions,
): Admission {
  const secretCall = isSecretCall(handler) ? handler : undefined;
  const senders = new WeakMap<FastifyRequest, { sender: unknown; at: number }>();
  const keyHolders = new WeakMap<FastifyRequest, KeyHolder>();
  const servedScopes = new WeakMap<FastifyRequest, readonly string[]>();
  const remember = (request: FastifyRequest, sender: unknown) =>
    void senders.set(request, { sender, at: performance.now() });

  async function find(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const key = apiKeyOf(call, request);
    if (key !== undefined) {
      const holder = await admitKey(
        call,
        key,
        { request, reply },
        { authenticateKey, rates, known },
      );
      keyHolders.set(request, holder);
      return holder;
    }
    if (secretCall === undefined) return admit(call, request, authenticate);
    return secretCall.authorize({ params: parse(call.params, request.params), request });
  }

  async function confirm(request: FastifyRequest): Promise<void> {
    const key = apiKeyOf(call, request);
    if (key !== undefined) {
      remember(request, actWithKey(call, await authenticateKey(key, request.ip)));
    } else if (secretCall === undefined) {
      remember(request, await admit(call, request, authenticate, true));
    } else {
      const params = parse(call.params, request.params);
      await secretCall.confirm(senders.get(request)?.sender, { params, request });
    }
  }

  return {
    async admit(request, reply) {
      const earlier = senders.get(request);
      if (earlier !== undefined) return earlier.sender;
      const sender = await find(request, reply);
      remember(request, sender);
      return sender;
    },
    checkKey(request, reply) {
      const key = apiKeyOf(call, request);
      if (key !== undefined) checkKey(call, key, reply, rates);
    },
    found: (request) => senders.get(request),
    keyHolderOf: (request) => keyHolders.get(request),
    knownKeyOf(request) {
      const key = senders.has(request) ? undefined : apiKeyOf(call, request);
      return key === undefined ? undefined : knownKey(call, key, request, known);
    },
    noteServed(request, reply, { scopes }) {
      const key = apiKeyOf(call, request);
      if (key !== undefined) countKey(key, reply, rates);
      servedScopes.set(request, scopes);
    },
    scopesOf: (request) => servedScopes.get(request) ?? keyHolders.get(request)?.scopes,
    confirm,
    async confirmIfOld(request) {
      const at = senders.get(request)?.at;
      if (at !== undefined && performance.now() - at > FRESH_MS) await confirm(request);
    },
  };
}

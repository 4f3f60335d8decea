import { bodyLimitOf, type Endpoint } from '@repo/contract/endpoint';
import {
  type EndpointResponse,
  type EndpointName,
  type EndpointRequest,
  endpoints,
} from '@repo/contract/endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readForRequest } from '../database/abandoned-request.ts';
import { hashToken } from '../secrets/token.ts';
import { admitKey, apiKeyOf, type AuthenticateKey, type KeyHolder } from './admit-key.ts';
import {
  admit,
  type Authenticate,
  bearerToken,
  type Person,
  type SignedIn,
} from './admit-request.ts';
import { AppError, notFound } from './app-error.ts';
import { createAuthorized } from './authorized-requests.ts';
import { checkResponse } from './check-response.ts';
import { createHeldBodies, createUnreadResponses } from './held-memory.ts';
import { createKeyRates } from './key-rates.ts';
import { requireFile } from './parse-bodies.ts';
import { parse, parseInput } from './parse-input.ts';
import { limitPendingBodies } from './limit-pending-bodies.ts';
import type { RunOnce } from './run-once.ts';
import { createUserLimiter, type RunInTurn } from './user-limiter.ts';
import { createWithhold } from './withhold-fields.ts';
import { writeJson } from './write-json.ts';

/** Only an endpoint that takes no API key can rely on a session. */
type PersonOf<Name extends EndpointName> = (typeof endpoints)[Name]['access'] extends
  'person' | 'admin'
  ? (typeof endpoints)[Name] extends { scope: string }
    ? Person
    : SignedIn
  : undefined;

export interface RouteInput<Name extends EndpointName> extends EndpointRequest<Name> {
  person: PersonOf<Name>;
  request: FastifyRequest;
  reply: FastifyReply;
  /**
   * Checks again who sent the request, for a handler that reads its body: a right can end meanwhile.
   *
   * @throws AppError `UNAUTHENTICATED` or `FORBIDDEN`
   */
  requireStill: () => Promise<void>;
}

type HandlerResult<Name extends EndpointName> = Promise<
  (typeof endpoints)[Name]['response'] extends z.ZodType ? EndpointResponse<Name> : FastifyReply
>;

type Handler<Name extends EndpointName> = (input: RouteInput<Name>) => HandlerResult<Name>;

/**
 * An endpoint whose own module checks a secret. `authorize` runs before the body is read, and
 * throws for a client without the secret; its result is passed on.
 */
export interface SecretCall<Name extends EndpointName, Holder> {
  authorize: (input: {
    params: EndpointRequest<Name>['params'];
    request: FastifyRequest;
  }) => Promise<Holder>;
  /** Checks again, when the body has arrived, that the secret is valid. Throws otherwise. */
  confirm: (
    holder: Holder,
    input: { params: EndpointRequest<Name>['params']; request: FastifyRequest },
  ) => Promise<unknown>;
  handle: (input: RouteInput<Name> & { holder: Holder }) => HandlerResult<Name>;
  /** The key whose turn a request takes; absent when none is needed. */
  turnOf?: (holder: Holder) => string;
}

/**
 * Endpoints with a body and a secret cannot have a plain handler, which would read the body
 * unchecked.
 */
type PlainHandler<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  access: 'secret';
  body: z.ZodType;
}
  ? never
  : Handler<Name> | OneQuery<Name>;

/** Who reads: a session's user, whom the query finds by the token's hash, or an API key's user. */
export type RequestReader = { tokenHash: Buffer } | { userId: string };

/**
 * An endpoint served by a single query, including authentication: for the few most frequent ones.
 */
export interface OneQuery<Name extends EndpointName> {
  /**
   * Returns the data as JSON. Undefined for a token without a recently used session, and for what
   * its user may not see or does not exist.
   */
  read: (input: EndpointRequest<Name> & { reader: RequestReader }) => Promise<string | undefined>;
  /** The name of what was not found, as in 'Account not found'. */
  what: string;
}

export type Route = <Name extends EndpointName, Holder>(
  name: Name,
  handler: PlainHandler<Name> | SecretCall<Name, Holder>,
) => void;

/** The key that takes a turn, and the limiter. */
interface Turn {
  key: string;
  run: RunInTurn;
}

type AnyHandler =
  Handler<EndpointName> | OneQuery<EndpointName> | SecretCall<EndpointName, unknown>;

export interface RouteOptions {
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  /** Validates every response against the contract and fails on a difference; for tests. */
  checkResponses: boolean;
  /** Number of database connections. */
  poolSize: number;
  runOnce: RunOnce;
}

/**
 * Returns the function that registers the handler of an endpoint: it takes path, access and schemas
 * from the contract, validates the input, and wraps the handler's result in the envelope.
 *
 * The client is authenticated before the body is read: an unauthenticated one can only make the
 * server parse the head and, for public endpoints, a body of `limits.publicBodyBytes`.
 */
export function createRoute(app: FastifyInstance, options: RouteOptions): Route {
  const { authenticate, authenticateKey } = options;
  const limitBody = limitPendingBodies();
  const limiter = createUserLimiter(options);
  const unread = createUnreadResponses();
  const bodies = createHeldBodies();
  const rates = createKeyRates();
  return (name, given) => {
    const call: Endpoint = endpoints[name];
    const handler = given as AnyHandler;
    const [method = '', path = ''] = name.split(' ');
    const authorized = createAuthorized();
    const withhold = createWithhold(call);
    const holders = new WeakMap<FastifyRequest, KeyHolder>();
    const authorize = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const key = apiKeyOf(call, request);
      if (key !== undefined) {
        const exchange = { request, reply };
        const holder = await admitKey(call, key, exchange, { authenticateKey, rates });
        holders.set(request, holder);
        return holder;
      }
      if (call.access === 'public') return undefined;
      return 'authorize' in handler
        ? handler.authorize({ params: parse(call.params, request.params) as never, request })
        : admit(call, request, authenticate);
    };
    /** Authenticates again: since then a key can have been revoked, a session ended, a user deactivated. */
    const confirm = async (request: FastifyRequest): Promise<void> => {
      const key = apiKeyOf(call, request);
      if (key !== undefined) authorized.set(request, await authenticateKey(key, request.ip));
      else if ('authorize' in handler) {
        const params = parse(call.params, request.params) as never;
        await handler.confirm(authorized.get(request), { params, request });
      } else authorized.set(request, await admit(call, request, authenticate));
    };
    const work = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      if (authorized.isOld(request)) await confirm(request);
      if ('read' in handler) {
        return readAtOnce(call, handler, request, { authenticate, holder: holders.get(request) });
      }
      const known = authorized.has(request)
        ? authorized.get(request)
        : await authorize(request, reply);
      const requireStill = () => confirm(request);
      const input = { ...parseInput(call, request), request, reply, requireStill };
      return 'authorize' in handler
        ? handler.handle({ ...input, person: undefined, holder: known } as never)
        : handler({ ...input, person: known } as never);
    };
    /** The holder of an authenticated request: its user, or the integration of a webhook. */
    const holderOf = (known: unknown): string | undefined =>
      'authorize' in handler ? handler.turnOf?.(known) : (known as Person | undefined)?.id;
    /** The turn that a request has to wait for; undefined when it need not wait. */
    const findTurn = async (request: FastifyRequest): Promise<Turn | undefined> => {
      if ('authorize' in handler) {
        const key = authorized.has(request) && handler.turnOf?.(authorized.get(request));
        return key ? { key, run: limiter.runDelivery } : undefined;
      }
      const key = await findUserId(request);
      return key === undefined ? undefined : { key, run: limiter.run };
    };
    /** The user whose turn a request takes; undefined when none is needed. */
    const findUserId = async (request: FastifyRequest): Promise<string | undefined> => {
      if (call.access === 'public' || call.access === 'secret') return undefined;
      // A stream of events would occupy its turn for minutes; the number of streams per user is
      // limited elsewhere. Redirects and images cost next to nothing.
      if (!(call.response instanceof z.ZodType) && call.response !== 'file') return undefined;
      const holder = holders.get(request);
      if (holder !== undefined) return holder.id;
      const session = hashToken(bearerToken(request) ?? '').toString('base64');
      const remembered = limiter.userOf(session);
      if (remembered !== undefined) return remembered;
      const known = authorized.get(request) ?? (await admit(call, request, authenticate));
      const { id } = known as Person;
      limiter.remember(session, id);
      return id;
    };
    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
      // Changes are completed even if the client has gone; a stream ends by itself.
      const readsOnly = method === 'GET' && call.response instanceof z.ZodType;
      const result = readsOnly
        ? await readForRequest(clientGone(reply), () => work(request, reply))
        : await work(request, reply);
      if (reply.sent || !(call.response instanceof z.ZodType)) return '';
      const json = 'read' in handler ? String(result) : await writeJson(result);
      const holder = holders.get(request);
      // A copy: the result may be in a cache.
      return withhold && holder ? writeJson(withhold(JSON.parse(json), holder.scopes)) : json;
    };
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitOf(call),
      config: {
        acceptsForms: call.acceptsForms === true,
        ignoresBody: call.ignoresBody === true,
        acceptsBytes: call.acceptsBytes === true,
      },
      // Only GET requests have no body for the framework to read.
      ...(method !== 'GET' && {
        onRequest: async (request, reply) => {
          const known = await authorize(request, reply);
          authorized.set(request, known);
          if (call.acceptsBytes === true) return requireFile(request);
          const key = holderOf(known);
          if (key !== undefined) bodies.count(key, request, reply, bodyLimitOf(call));
        },
        // Listening to a stream would start it before its handler reads it.
        ...(call.acceptsBytes !== true && { preParsing: limitBody(call.access === 'public') }),
      }),
      handler: async (request, reply) => {
        // A session is authenticated in its turn, by a key's rate it is decided before.
        if (!authorized.has(request) && apiKeyOf(call, request) !== undefined) {
          authorized.set(request, await authorize(request, reply));
        }
        const turn = await findTurn(request);
        if (turn) unread.requireRoom(turn.key);
        const exchange = { request, reply };
        const answer = () =>
          options.runOnce(call, { ...exchange, userId: turn?.key }, () => respond(request, reply));
        const data = turn ? await turn.run(turn.key, call, exchange, answer) : await answer();
        if (reply.sent || !(call.response instanceof z.ZodType)) return reply;
        if (options.checkResponses) checkResponse(name, call.response, JSON.parse(data));
        if (turn) unread.count(turn.key, data.length, reply.raw);
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(`{"success":true,"data":${data}}`);
      },
    });
  };
}

/** Aborted when the client has disconnected. */
function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

/**
 * Reads and authenticates in one query; if it returns nothing, authenticates separately to find out
 * why, and reads again. The user of an API key is known already.
 */
async function readAtOnce(
  call: Endpoint,
  { read, what }: OneQuery<EndpointName>,
  request: FastifyRequest,
  { authenticate, holder }: { authenticate: Authenticate; holder: KeyHolder | undefined },
): Promise<string> {
  const token = bearerToken(request);
  const reader = holder ? { userId: holder.id } : { tokenHash: hashToken(token ?? '') };
  const readFor = () => read({ ...parseInput(call, request), reader } as never);
  if (holder === undefined) {
    // Validation errors are only returned to signed-in users.
    const known = token && (await readFor().catch(unlessRefused));
    if (known) return known;
    await admit(call, request, authenticate);
  }
  const found = await readFor();
  if (found === undefined) throw notFound(what);
  return found;
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

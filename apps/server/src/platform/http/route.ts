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
import { AppError, notFound, validationFailed } from './app-error.ts';
import { limitPendingBodies } from './limit-pending-bodies.ts';
import { createPersonLimiter, type RunInTurn } from './person-limiter.ts';

/** The signed-in person behind a request. */
export interface Person {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  sessionId: string;
}

type PersonOf<Name extends EndpointName> = (typeof endpoints)[Name]['access'] extends
  'person' | 'admin'
  ? Person
  : undefined;

export interface RouteInput<Name extends EndpointName> extends EndpointRequest<Name> {
  person: PersonOf<Name>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type HandlerResult<Name extends EndpointName> = Promise<
  (typeof endpoints)[Name]['response'] extends z.ZodType ? EndpointResponse<Name> : FastifyReply
>;

type Handler<Name extends EndpointName> = (input: RouteInput<Name>) => HandlerResult<Name>;

/**
 * A call whose secret its own module checks. `authorize` runs before the body is read, and throws
 * for a caller who does not have the secret; what it returns is passed on.
 */
export interface SecretCall<Name extends EndpointName, Holder> {
  authorize: (input: {
    params: EndpointRequest<Name>['params'];
    request: FastifyRequest;
  }) => Promise<Holder>;
  handle: (input: RouteInput<Name> & { holder: Holder }) => HandlerResult<Name>;
  /** Whose turn a request takes; absent where none is needed. */
  turnOf?: (holder: Holder) => string;
}

/** Calls with a body behind a secret take no plain handler, which would get the body unchecked. */
type PlainHandler<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  access: 'secret';
  body: z.ZodType;
}
  ? never
  : Handler<Name> | OneQuery<Name>;

/**
 * An endpoint that one query serves, including authentication: for the few that are called all
 * day long.
 */
export interface OneQuery<Name extends EndpointName> {
  /**
   * Gives the data as JSON. Undefined for a token of no session that was used lately, and for what
   * its person may not see or is not there.
   */
  read: (input: EndpointRequest<Name> & { tokenHash: Buffer }) => Promise<string | undefined>;
  /** What is not found then, as in 'Account not found'. */
  what: string;
}

export type Route = <Name extends EndpointName, Holder>(
  name: Name,
  handler: PlainHandler<Name> | SecretCall<Name, Holder>,
) => void;

/** Who takes a turn, and how. */
interface Turn {
  key: string;
  run: RunInTurn;
}

type AnyHandler =
  Handler<EndpointName> | OneQuery<EndpointName> | SecretCall<EndpointName, unknown>;

export interface RouteOptions {
  /** Finds the person by the bearer token; undefined when there is no live session. */
  authenticate: (token: string) => Promise<Person | undefined>;
  /** Compares every answer with the contract and fails on a difference; for tests. */
  checkAnswers: boolean;
  /** Connections to the database. */
  poolSize: number;
}

/**
 * Gives the function that serves one call of the contract: it takes the path, the access and the
 * schemas from there, checks the input, and wraps what the handler returns in the envelope.
 *
 * The caller is authenticated before the body is read: until then no one can make the server parse
 * more than a head, and of public calls a body of `limits.publicBodyBytes`.
 */
export function createRoute(app: FastifyInstance, options: RouteOptions): Route {
  const limitBody = limitPendingBodies();
  const limiter = createPersonLimiter(options);
  return (name, given) => {
    const call: Endpoint = endpoints[name];
    const handler = given as AnyHandler;
    const [method = '', path = ''] = name.split(' ');
    /** What is known of the callers whose bodies are being read. */
    const authorized = new WeakMap<FastifyRequest, unknown>();
    const authorize = async (request: FastifyRequest): Promise<unknown> => {
      if (call.access === 'public') return undefined;
      return 'authorize' in handler
        ? handler.authorize({ params: parse(call.params, request.params) as never, request })
        : admit(call, request, options);
    };
    const work = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      if ('read' in handler) return readAtOnce(call, handler, request, options);
      const known = authorized.has(request) ? authorized.get(request) : await authorize(request);
      const input = { ...parseInput(call, request), request, reply };
      return 'authorize' in handler
        ? handler.handle({ ...input, person: undefined, holder: known } as never)
        : handler({ ...input, person: known } as never);
    };
    /** What a request waits for; undefined where it waits for nothing. */
    const findTurn = async (request: FastifyRequest): Promise<Turn | undefined> => {
      if ('authorize' in handler) {
        const key = authorized.has(request) && handler.turnOf?.(authorized.get(request));
        return key ? { key, run: limiter.runDelivery } : undefined;
      }
      const key = await findPersonId(request);
      return key === undefined ? undefined : { key, run: limiter.run };
    };
    /** Whose turn a request takes; undefined where none is needed. */
    const findPersonId = async (request: FastifyRequest): Promise<string | undefined> => {
      if (call.access === 'public' || call.access === 'secret') return undefined;
      // A stream would take its turn for minutes; how many a person has is limited elsewhere.
      if (!(call.response instanceof z.ZodType)) return undefined;
      const session = hashToken(bearerToken(request) ?? '').toString('base64');
      const remembered = limiter.personOf(session);
      if (remembered !== undefined) return remembered;
      const known = authorized.get(request) ?? (await admit(call, request, options));
      const { id } = known as Person;
      limiter.remember(session, id);
      return id;
    };
    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
      // What changes something is not left half done; a stream ends by itself.
      const readsOnly = method === 'GET' && call.response instanceof z.ZodType;
      const answer = readsOnly
        ? await readForRequest(clientGone(reply), () => work(request, reply))
        : await work(request, reply);
      if (reply.sent || !(call.response instanceof z.ZodType)) return '';
      return 'read' in handler ? String(answer) : JSON.stringify(answer);
    };
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitOf(call),
      config: {
        acceptsForms: call.acceptsForms === true,
        ignoresBody: call.ignoresBody === true,
      },
      // Only GET has no body that the framework would read.
      ...(method !== 'GET' && {
        onRequest: async (request) => void authorized.set(request, await authorize(request)),
        preParsing: limitBody(call.access === 'public'),
      }),
      handler: async (request, reply) => {
        const turn = await findTurn(request);
        const data = turn
          ? await turn.run(turn.key, call, { request, reply }, () => respond(request, reply))
          : await respond(request, reply);
        if (reply.sent || !(call.response instanceof z.ZodType)) return reply;
        if (options.checkAnswers) checkAnswer(name, call.response, JSON.parse(data));
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(`{"success":true,"data":${data}}`);
      },
    });
  };
}

/** Aborted when no one waits for a response any more. */
function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

/** Asks at first in one query; anyone who gets nothing by it is told why, or asked for again. */
async function readAtOnce(
  call: Endpoint,
  { read, what }: OneQuery<EndpointName>,
  request: FastifyRequest,
  options: RouteOptions,
): Promise<string> {
  const readFor = (token: string) =>
    read({ ...parseInput(call, request), tokenHash: hashToken(token) } as never);
  const token = bearerToken(request);
  // What is wrong with a request is told to those who are signed in alone.
  const known = token && (await readFor(token).catch(unlessRefused));
  if (known) return known;
  await admit(call, request, options);
  const found = await readFor(token ?? '');
  if (found === undefined) throw notFound(what);
  return found;
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

async function admit(
  call: Endpoint,
  request: FastifyRequest,
  { authenticate }: RouteOptions,
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

/** The token that a request bears, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function parseInput(call: Endpoint, request: FastifyRequest) {
  return {
    params: parse(call.params, request.params),
    query: parse(call.query, request.query),
    body: parse(call.body, request.body ?? {}),
  };
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
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

function checkAnswer(name: string, schema: z.ZodType, sent: unknown): void {
  const parsed = schema.parse(sent);
  if (!isEqual(parsed, sent)) {
    throw new Error(
      `The answer of ${name} is not what the contract says.\ncontract: ${JSON.stringify(parsed)}\nanswered: ${JSON.stringify(sent)}`,
    );
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([key, value]) => isEqual(value, (other as Record<string, unknown>)[key]))
  );
}

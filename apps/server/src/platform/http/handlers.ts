import type {
  EndpointName,
  EndpointRequest,
  EndpointResponse,
  endpoints,
} from '@repo/contract/endpoints';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Person, SignedIn } from './admit-request.ts';
import type { JsonText } from './pieced-text.ts';

/** Registers the handler of an endpoint. */
export type Route = <Name extends EndpointName, Holder>(
  name: Name,
  handler: PlainHandler<Name> | SecretCall<Name, Holder>,
) => void;

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

/** Endpoints with a body and a secret need a `SecretCall`: a plain handler would read the body unchecked. */
type PlainHandler<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  access: 'secret';
  body: z.ZodType;
}
  ? never
  : Handler<Name> | OneQuery<Name>;

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

/** An API key whose user a query finds, with the network of the request and the scopes that it relies on. */
export interface KeyReader {
  keyHash: Buffer;
  network: string;
  scopes: readonly string[];
}

/** The reader: the user of a session or an API key, whom the same query finds, or one who was found before. */
export type RequestReader = { tokenHash: Buffer } | KeyReader | { userId: string };

/**
 * An endpoint served by a single query, including authentication: for the few most frequent ones.
 */
export interface OneQuery<Name extends EndpointName> {
  /**
   * Returns the data as JSON. Undefined for a token without a recently used session or key, and for what
   * its user may not see or does not exist.
   */
  read: (input: EndpointRequest<Name> & { reader: RequestReader }) => Promise<JsonText | undefined>;
  /** The name of what was not found, as in 'Account not found'. */
  what: string;
}

/**
 * The handlers of all endpoints, as they are called. The contract's schemas have checked the input, which
 * the compiler cannot follow from the name of an endpoint.
 */
export type AnyHandler = AnyPlainHandler | AnyOneQuery | AnySecretCall;

type AnyPlainHandler = (input: AnyInput & { person: unknown }) => Promise<unknown>;

export interface AnyOneQuery {
  read: (input: CheckedInput & { reader: RequestReader }) => Promise<JsonText | undefined>;
  what: string;
}

export interface AnySecretCall {
  authorize: (input: { params: unknown; request: FastifyRequest }) => Promise<unknown>;
  confirm: (
    holder: unknown,
    input: { params: unknown; request: FastifyRequest },
  ) => Promise<unknown>;
  handle: (input: AnyInput & { person: undefined; holder: unknown }) => Promise<unknown>;
  turnOf?: (holder: unknown) => string;
}

interface CheckedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

type AnyInput = CheckedInput & {
  request: FastifyRequest;
  reply: FastifyReply;
  requireStill: () => Promise<void>;
};

export const isOneQuery = (handler: AnyHandler): handler is AnyOneQuery => 'read' in handler;
export const isSecretCall = (handler: AnyHandler): handler is AnySecretCall =>
  'authorize' in handler;

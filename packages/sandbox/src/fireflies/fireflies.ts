import { type DocumentNode, executeSync, GraphQLError, parse, validate } from 'graphql';
import type { SandboxResponse, SandboxRequest, StandIn } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { Owner } from '../owners/owner-store.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { StandInModule } from '../stand-in.ts';
import type { Call } from './call.ts';
import { CallStore, callsSchema } from './call-store.ts';
import { codeForStatus, FirefliesError, firefliesFailure } from './fireflies-error.ts';
import { firefliesSchema } from './fireflies-schema.ts';
import { type FirefliesContext, firefliesControl } from './fireflies-control.ts';
import { firefliesKey, KeyStore, keysSchema } from './key-store.ts';
import { queryResolvers, resolveField } from './query-calls.ts';

export interface FirefliesApi {
  /**
   * Gives a user recorded calls at Fireflies, or changes those of the same id. Returns the ids.
   */
  addCalls(address: string, calls: readonly Call[]): string[];
  /** The Fireflies API key of a user, always the same. */
  firefliesKey(address: string): string;
}

/** Fireflies' GraphQL API. */
export const firefliesStandIn: StandInModule<FirefliesApi> = {
  schema: `${callsSchema};${keysSchema}`,
  start: ({ database, owners, now }) => {
    const context = { calls: new CallStore(database), keys: new KeyStore(database, owners), now };
    return {
      standIns: [fireflies(context), firefliesControl(context, owners)],
      addCalls: (address, given) => {
        const owner = owners.require(address);
        return inTransaction(database, () => given.map((call) => context.calls.put(owner, call)));
      },
      firefliesKey: (address) => firefliesKey(owners.require(address).address),
    };
  },
};

/** `user`, `transcripts` and `transcript`. */
function fireflies(context: FirefliesContext): StandIn {
  return {
    routes: [{ method: 'POST', path: '/graphql', handle: (request) => answer(context, request) }],
    // The status is that of HTTP: with 200 only the body has the failure.
    failure: ({ status, reason, retryAfter }) =>
      firefliesFailure(
        new FirefliesError(
          reason ?? codeForStatus(status),
          retryAfter === undefined ? undefined : { retryAfter: context.now() + retryAfter * 1000 },
        ),
        status,
      ),
  };
}

function answer(context: FirefliesContext, request: SandboxRequest): SandboxResponse {
  try {
    const owner = requireKey(context, request);
    return runQuery(context, owner, readQuery(request));
  } catch (error) {
    if (error instanceof FirefliesError) {
      return firefliesFailure(error);
    }
    throw error;
  }
}

interface Query {
  document: DocumentNode;
  variables: Record<string, unknown>;
}

/** A field that fails becomes null; when all are, the response has the first error's status. */
function runQuery({ calls }: FirefliesContext, owner: Owner, query: Query): SandboxResponse {
  const { data, errors = [] } = executeSync({
    schema: firefliesSchema,
    document: query.document,
    variableValues: query.variables,
    rootValue: queryResolvers(calls, owner),
    fieldResolver: resolveField,
  });
  const [first] = errors;
  if (first === undefined) return json({ data });
  const isAllNull = Object.values(data ?? {}).every((value) => value === null);
  return json(
    {
      errors: errors.map((error) => toFirefliesError(error).toJson(error.path)),
      data: isAllNull ? null : data,
    },
    isAllNull ? toFirefliesError(first).status : 200,
  );
}

/** Errors that are not from a resolver say what is wrong with the variables. */
function toFirefliesError({ originalError, message }: GraphQLError): FirefliesError {
  if (originalError instanceof FirefliesError) return originalError;
  if (originalError !== undefined && !(originalError instanceof GraphQLError)) throw originalError;
  return new FirefliesError('GRAPHQL_VALIDATION_FAILED', undefined, message);
}

/** Whose key the request bears; every request with a good key counts. */
function requireKey({ keys, now }: FirefliesContext, { headers }: SandboxRequest): Owner {
  const key = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  const owner = key === undefined ? undefined : keys.ownerOf(key);
  if (owner === undefined || keys.settings(owner).isRefused) {
    throw new FirefliesError('auth_failed');
  }
  const retryAfter = keys.countRequest(owner, now());
  if (retryAfter !== undefined) {
    throw new FirefliesError(
      'too_many_requests',
      { retryAfter },
      `Too many requests. Please retry after ${new Date(retryAfter).toUTCString()}`,
    );
  }
  return owner;
}

/** @throws FirefliesError unless the body is a query that fits the schema. */
function readQuery({ body }: SandboxRequest): Query {
  let query: Query;
  try {
    const request = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    const document = parse(typeof request['query'] === 'string' ? request['query'] : '');
    query = { document, variables: (request['variables'] ?? {}) as Query['variables'] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new FirefliesError('GRAPHQL_PARSE_FAILED', undefined, message);
  }
  const [invalid] = validate(firefliesSchema, query.document);
  if (invalid === undefined) return query;
  throw new FirefliesError('GRAPHQL_VALIDATION_FAILED', undefined, invalid.message);
}

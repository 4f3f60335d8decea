import type { Answer, SandboxRequest, StandIn } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { Owner } from '../owners/owner-store.ts';
import type { CallStore } from './call-store.ts';
import { codeForStatus, FirefliesError, firefliesFailure } from './fireflies-error.ts';
import type { FieldRequest } from './graphql-document.ts';
import { readDocument } from './graphql-document.ts';
import type { KeyStore } from './key-store.ts';
import { answerQuery, checkQuery } from './query-calls.ts';
import type { FieldPath } from './select-fields.ts';

export interface FirefliesContext {
  calls: CallStore;
  keys: KeyStore;
  now: () => number;
}

/** Fireflies' GraphQL API: `user`, `transcripts`, `transcript`. */
export function fireflies(context: FirefliesContext): StandIn {
  return {
    routes: [{ method: 'POST', path: '/graphql', handle: (request) => answer(context, request) }],
    // A switch's status is that of HTTP: with 200 the failure stands in the body alone.
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

function answer(context: FirefliesContext, request: SandboxRequest): Answer {
  try {
    const owner = requireKey(context, request);
    const fields = readFields(request);
    fields.forEach(checkQuery);
    return answerFields(context, owner, fields);
  } catch (error) {
    if (error instanceof FirefliesError) {
      return firefliesFailure(error);
    }
    throw error;
  }
}

/** Each field for itself, as in GraphQL: one that fails leaves the others standing. */
function answerFields(
  { calls }: FirefliesContext,
  owner: Owner,
  fields: readonly FieldRequest[],
): Answer {
  const data: Record<string, unknown> = {};
  const errors: { path: FieldPath; error: FirefliesError }[] = [];
  const onFailure = (path: FieldPath) =>
    errors.push({ path, error: new FirefliesError('internal_server_error') });
  for (const field of fields) {
    try {
      data[field.alias] = answerQuery(calls, owner, field, onFailure);
    } catch (error) {
      if (!(error instanceof FirefliesError)) {
        throw error;
      }
      data[field.alias] = null;
      errors.push({ path: [field.alias], error });
    }
  }
  if (errors.length === 0) {
    return json({ data });
  }
  const isAll = Object.values(data).every((value) => value === null);
  return json(
    { errors: errors.map(({ path, error }) => error.toJson(path)), data: isAll ? null : data },
    isAll ? errors[0]?.error.status : 200,
  );
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

function readFields({ body }: SandboxRequest): FieldRequest[] {
  try {
    const { query, variables } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return readDocument(
      typeof query === 'string' ? query : '',
      (variables ?? {}) as Record<string, unknown>,
    );
  } catch (error) {
    throw new FirefliesError(
      'GRAPHQL_PARSE_FAILED',
      undefined,
      error instanceof Error ? error.message : String(error),
    );
  }
}

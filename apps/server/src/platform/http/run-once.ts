import { createHash } from 'node:crypto';
import type { Endpoint } from '@repo/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/create-database.ts';
import { bearerToken } from './admit-request.ts';
import { AppError, validationFailed } from './app-error.ts';
import { isTextless } from './is-textless.ts';
import type { JsonText } from './pieced-text.ts';

/** The time for which an answer is kept. */
export const REPEATED_HOURS = 24;
/** Requests of one user with a kept answer. */
const MAX_REPEATED = 10_000;
/** The largest answer that is kept, in characters. */
const MAX_KEPT = 64 * 1024;
/** Seconds after which a request without an answer counts as one of a killed process. */
const ABANDONED_SECONDS = 120;

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** Stands for an answer that is not kept. No answer is blank. */
const NOT_KEPT = '';

/**
 * Runs a request, unless it has an Idempotency-Key with which the same was answered before: then it returns that
 * answer and changes nothing (docs/decisions/repeated-requests.md).
 *
 * @throws AppError VALIDATION_FAILED for a key that is none; CONFLICT for a key of another request, of one that is
 *   not finished, or of one whose answer is not kept; NOT_FOUND for what the user cannot see any more; RATE_LIMITED
 *   for too many of a user
 */
export type RunOnce = (
  call: Endpoint,
  exchange: { request: FastifyRequest; reply: FastifyReply; userId: string | undefined },
  run: () => Promise<JsonText>,
) => Promise<JsonText>;

/**
 * Requires that a user can still see what the address of a request names.
 *
 * @throws AppError NOT_FOUND
 */
export type RequireVisible = (userId: string, named: Named) => Promise<void>;

interface Named {
  workspaceId?: string;
  accountId?: string;
}

export function createRunOnce(db: Database, requireVisible: RequireVisible): RunOnce {
  return async (call, { request, reply, userId }, run) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined || userId === undefined || !isRepeatable(call)) return run();
    if (typeof key !== 'string' || !keyForm.test(key)) {
      throw validationFailed([
        {
          field: 'Idempotency-Key',
          message: 'Idempotency-Key: must have 1 to 255 visible ASCII characters, such as a UUID',
        },
      ]);
    }
    const keyHash = hash(bearerToken(request) ?? '', key);
    const requestHash = hash(request.method, request.url, JSON.stringify(request.body ?? null));
    const begun = await begin(db, { keyHash, requestHash, userId });
    if ('response' in begun) {
      await requireVisible(userId, request.params as Named);
      if (begun.response === NOT_KEPT) {
        throw new AppError(
          'CONFLICT',
          'This request was done before, and its answer is not kept. Read what it changed.',
          { details: { wasDone: true } },
        );
      }
      void reply.header('idempotency-replayed', 'true');
      return begun.response;
    }
    // Another request may have taken over the row since.
    const ownRow = sql`key_hash = ${keyHash} and started_at = ${begun.startedAt}::timestamptz`;
    try {
      const response = await run();
      const kept = isKept(call, response) ? String(response) : NOT_KEPT;
      await sql`update repeated_requests set response = ${kept} where ${ownRow}`.execute(db);
      return response;
    } catch (error) {
      // A failed request has changed nothing, and may work the next time.
      await sql`delete from repeated_requests where ${ownRow}`.execute(db);
      throw error;
    }
  };
}

/** Calls that change something, take API keys and answer with data. */
export const isRepeatable = (call: Endpoint): boolean =>
  call.scope?.endsWith(':write') === true && call.response instanceof z.ZodType;

/** Names and other texts are not kept: who may see them can change. */
const isKept = ({ response: schema }: Endpoint, response: JsonText): boolean =>
  response.length <= MAX_KEPT && schema instanceof z.ZodType && isTextless(schema);

const hash = (...parts: string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

interface Repeated {
  keyHash: Buffer;
  requestHash: Buffer;
  userId: string;
}

/** The earlier answer; or when the request was started that is now to be run. */
type Begun = { response: string } | { startedAt: string };

async function begin(db: Database, repeated: Repeated): Promise<Begun> {
  const { keyHash, requestHash, userId } = repeated;
  let earlier = await findEarlier(db, repeated);
  if (earlier === undefined) {
    // Only for a new one: an earlier request has its answer even where there is no room for more.
    await requireRoom(db, userId);
    const inserted = await sql<{ startedAt: string }>`
      insert into repeated_requests (key_hash, user_id, request_hash)
      values (${keyHash}, ${userId}, ${requestHash})
      on conflict (key_hash) do nothing returning started_at::text as "startedAt"`.execute(db);
    if (inserted.rows[0] !== undefined) return inserted.rows[0];
    earlier = await findEarlier(db, repeated);
  }
  if (earlier?.isSame === false) {
    throw new AppError(
      'CONFLICT',
      'This Idempotency-Key was used for another request. Use a new one for each request.',
    );
  }
  if (typeof earlier?.response === 'string') return { response: earlier.response };
  const takenOver = earlier && (await takeOver(db, keyHash));
  if (takenOver) return takenOver;
  throw new AppError(
    'CONFLICT',
    'The first request with this Idempotency-Key is not finished. Send it again in a moment.',
    { retryAfterSeconds: 1 },
  );
}

async function findEarlier(
  db: Database,
  { keyHash, requestHash }: Repeated,
): Promise<{ isSame: boolean; response: string | null } | undefined> {
  const { rows } = await sql<{ isSame: boolean; response: string | null }>`
    select request_hash = ${requestHash} as "isSame", response from repeated_requests
    where key_hash = ${keyHash}`.execute(db);
  return rows[0];
}

/** Takes over the request of a killed process. Of several that try, one succeeds. */
async function takeOver(db: Database, keyHash: Buffer): Promise<{ startedAt: string } | undefined> {
  const { rows } = await sql<{ startedAt: string }>`
    update repeated_requests set started_at = now()
    where key_hash = ${keyHash} and response is null
      and started_at < now() - make_interval(secs => ${ABANDONED_SECONDS})
    returning started_at::text as "startedAt"`.execute(db);
  return rows[0];
}

async function requireRoom(db: Database, userId: string): Promise<void> {
  const { rows } = await sql`
    select from repeated_requests where user_id = ${userId}
    offset ${MAX_REPEATED - 1} limit 1`.execute(db);
  if (rows.length === 0) return;
  throw new AppError(
    'RATE_LIMITED',
    `You sent ${MAX_REPEATED.toLocaleString('en')} requests with an Idempotency-Key in ${REPEATED_HOURS} hours, the most that one person can. Send them without, or wait.`,
    { retryAfterSeconds: 3_600 },
  );
}

/** Removes answers that are too old. */
export async function removeRepeatedRequests(db: Database): Promise<void> {
  await sql`
    delete from repeated_requests
    where started_at <= now() - make_interval(hours => ${REPEATED_HOURS})`.execute(db);
}

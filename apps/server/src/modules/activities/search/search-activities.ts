import type { EndpointRequest, EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { addDays, startOfBusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { timeZoneOf } from '#platform/database/workspace-time.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { visibleWorkspaces } from '../../auth/visible-accounts.ts';
import { formatPosition, parsePosition } from '../timeline-position.ts';
import { findMatches } from './find-matches.ts';
import { readResults } from './read-results.ts';
import { parseSearch, toTsquery } from './search-query.ts';

type Request = EndpointRequest<'GET /api/workspaces/{workspaceId}/activities/search'>['query'];

type Page = EndpointResponse<'GET /api/workspaces/{workspaceId}/activities/search'>;

/**
 * Returns a page of a workspace's activities that contain each word, newest first.
 *
 * @param budgetMs the time after which it returns the matches so far.
 * @throws AppError NOT_FOUND for a user who is not a member; VALIDATION_FAILED for a text without
 *   words or with too many; UNAVAILABLE for a search that would take too long.
 */
export async function searchActivities(
  db: Database,
  userId: string,
  workspaceId: string,
  { q, type, contributor, from, until, before }: Request,
  budgetMs?: number,
): Promise<Page> {
  const timeZone = await findTimeZone(db, userId, workspaceId);
  if (timeZone === undefined) throw notFound('Workspace');
  const terms = parseSearch(q);
  const contributorId =
    contributor === undefined ? undefined : await findContributor(db, workspaceId, contributor);
  if (contributorId === null) return { results: [] };
  const { matches, searchedSince } = await db
    .transaction()
    .execute((tx) =>
      findMatches(tx, {
        workspaceId,
        query: toTsquery(terms, { readerId: userId, type, contributorId }),
        before: before === undefined ? undefined : parsePosition(before),
        from: from === undefined ? undefined : startOfBusinessDay(from, timeZone),
        until: until === undefined ? undefined : startOfBusinessDay(addDays(until, 1), timeZone),
        ...(budgetMs !== undefined && { budgetMs }),
      }),
    )
    .catch(explainTimeout);
  const page = matches.slice(0, limits.searchPageSize);
  const last = page.at(-1);
  const results = await readResults(
    db,
    { userId, workspaceId, ids: page.map(({ id }) => id) },
    terms,
  );
  if (searchedSince !== undefined) {
    const instant = searchedSince.toISOString();
    return { results, next: instant, searchedSince: instant };
  }
  const isLast = matches.length === page.length || last === undefined;
  return { results, ...(!isLast && { next: formatPosition(last) }) };
}

/** The time zone of a workspace that the person is a member of. */
async function findTimeZone(
  db: Connection,
  userId: string,
  workspaceId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ timeZone: string }>`
    select ${timeZoneOf(sql`${workspaceId}`)} as "timeZone"
    from ${visibleWorkspaces({ userId: sql`${userId}` })} visible
    where workspace_id = ${workspaceId}`.execute(db);
  return rows[0]?.timeZone;
}

/** Null for an email address that belongs to no contributor in the workspace. */
async function findContributor(
  db: Connection,
  workspaceId: string,
  email: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select person.id from users person
    where person.email = lower(${email.replaceAll('\0', '')})
      and exists (
        select from account_contributors
        where workspace_id = ${workspaceId} and user_id = person.id)`.execute(db);
  return rows[0]?.id ?? null;
}

function explainTimeout(error: unknown): never {
  const { cause } = error as { cause?: { code?: string } };
  if (error instanceof DatabaseUnavailableError && cause?.code === '57014') {
    throw new AppError(
      'UNAVAILABLE',
      'This search takes too long. Add a word, or choose a shorter time.',
      { cause: error },
    );
  }
  throw error;
}

import type { AccountSort } from '@repo/contract/account-sorts';
import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import type { Prepared } from '#platform/database/prepared-query.ts';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import type { RequestReader } from '#platform/http/handlers.ts';
import { type JsonText, PiecedText } from '#platform/http/pieced-text.ts';
import { startTurns } from '#platform/turns.ts';
import { prepareForRequest } from '../../auth/session-reader.ts';
import type { IconAddress } from '../icons/icon-address.ts';
import { type AccountsFilter, filterConditions, needsToday } from './accounts-filter.ts';
import { readCursor, type SortDirection, writeCursor, wrongCursor } from './accounts-order.ts';
import { type AccountsForm, accountsSql, type AccountsValues } from './accounts-sql.ts';
import { type ListedRow, writeRow } from './listed-row.ts';
import { businessTimeZone } from '@repo/domain/time/business-day';
import pg from 'pg';

export interface AccountsRequest extends AccountsFilter {
  includeTimeline: boolean;
  includeRelationships?: boolean | undefined;
  includeOwners?: boolean | undefined;
  includeTags?: boolean | undefined;
  /** Maximum number of accounts to return; all that match when absent. */
  limit?: number | undefined;
  cursor?: string | undefined;
  offset?: number | undefined;
  sort?: AccountSort | undefined;
  order?: SortDirection | undefined;
}

type Reader = RequestReader & { workspaceId: string };

/**
 * Returns the grid's rows of a workspace's accounts, as the JSON of the response. With a limit it adds the
 * number of matching accounts and the cursor of the next page. Undefined for a user who is not a member.
 *
 * @throws AppError VALIDATION_FAILED for a cursor of another list.
 */
export async function listAccounts(
  db: Connection,
  iconAddress: IconAddress,
  reader: Reader,
  request: AccountsRequest,
  now = new Date(),
): Promise<JsonText | undefined> {
  const { limit, cursor, offset } = request;
  const order = { by: request.sort ?? 'name', direction: request.order ?? 'ASC' } as const;
  const after = cursor === undefined ? undefined : readCursor(order, cursor);
  const values = { ...reader, limit, offset, afterKey: after?.key, afterId: after?.id };
  const timeZone = needsToday(request)
    ? await readTimeZone(db, reader.workspaceId)
    : businessTimeZone;
  const form: AccountsForm = {
    order,
    includeTimeline: request.includeTimeline,
    includeRelationships: request.includeRelationships ?? false,
    includeOwners: request.includeOwners ?? false,
    includeTags: request.includeTags ?? false,
    needsRelationships: request.strength !== undefined || request.goingQuiet === true,
    readAtMost: limit === undefined ? undefined : pageSteps.find((step) => step >= limit),
    start: after ? 'cursor' : offset ? 'offset' : 'first',
    conditions: filterConditions(request, { now, timeZone, workspaceId: reader.workspaceId }),
    needsRecentCounts: request.balance !== undefined,
    recounts: false,
  };
  const find = (form: AccountsForm) => {
    return queryOf(form)(db, values).catch((error: unknown) => {
      // The cursor's key has another type than this order.
      throw after !== undefined && isDataException(error) ? wrongCursor(error) : error;
    });
  };
  const stored = await find(form);
  const found = stored[0]?.isStale ? await find({ ...form, recounts: true }) : stored;
  if (found.length === 0) return undefined;
  const rows = await writeRows(found, iconAddress);
  if (limit === undefined) return rows.between('{"accounts":[', ']}');
  const hasMore = found.length > limit;
  const { lastKey: key, lastId: id } = found[limit - 1] ?? {};
  const nextCursor =
    hasMore && key != null && id != null ? writeCursor(order, { key, id }) : undefined;
  const page = { total: found[0]?.total, nextCursor };
  return `{"accounts":[${rows}],"page":${JSON.stringify(page)}}`;
}

/**
 * Only these limits have prepared queries: the page size of the web application, and the maximum.
 */
const pageSteps = [100, limits.pageSize];

/**
 * One query for each combination without conditions: there are few, and they are used all the time.
 */
const prepared = new Map<string, Prepared<AccountsValues & RequestReader, ListedRow>>();

function queryOf(form: AccountsForm): Prepared<AccountsValues & RequestReader, ListedRow> {
  const { conditions, ...rest } = form;
  // The best plan depends on how many rows meet the conditions, so these are not prepared.
  if (conditions.length > 0 || form.recounts)
    return prepareForRequest((given, reader) => accountsSql(form, given, reader), 'each time');
  const name = JSON.stringify(rest);
  const known =
    prepared.get(name) ??
    prepareForRequest((given, reader) => accountsSql(form, given, reader), 'once');
  prepared.set(name, known);
  return known;
}

/** Rows that are put together at once. */
const ROWS_AT_ONCE = 100;

/**
 * Writes the accounts as JSON, separated by commas. A whole list has 100,000, which takes a second, so
 * it gives way to other requests in between.
 */
async function writeRows(
  rows: readonly ListedRow[],
  iconAddress: IconAddress,
): Promise<PiecedText> {
  const endTurn = startTurns();
  const pieces: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const written = rows
      .slice(at, at + ROWS_AT_ONCE)
      .flatMap((row) => (row.domain === null ? [] : [writeRow(row, iconAddress)]));
    if (written.length > 0) pieces.push(`${pieces.length > 0 ? ',' : ''}${written.join(',')}`);
    const turn = endTurn();
    if (turn) await turn;
  }
  return new PiecedText(pieces);
}

/** Whether a statement failed because a value has the wrong type or is out of range. */
function isDataException(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
}

import type { AccountSort } from '@repo/contract/account-sorts';
import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import type { Prepared } from '#platform/database/prepared-query.ts';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import { startTurns } from '#platform/turns.ts';
import { prepareForSession } from '../../auth/session-reader.ts';
import type { IconAddress } from '../icons/icon-address.ts';
import { type AccountsFilter, filterConditions, needsToday } from './accounts-filter.ts';
import { readCursor, type SortDirection, writeCursor, wrongCursor } from './accounts-order.ts';
import {
  type AccountsForm,
  accountsSql,
  type AccountsValues,
  type FoundAccounts,
} from './accounts-sql.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { businessTimeZone } from '@repo/domain/time/business-day';
import pg from 'pg';

export interface AccountsRequest extends AccountsFilter {
  includeTimeline: boolean;
  includeRelationships?: boolean | undefined;
  includeOwners?: boolean | undefined;
  /** Maximum number of accounts to return; all that match when absent. */
  limit?: number | undefined;
  cursor?: string | undefined;
  offset?: number | undefined;
  sort?: AccountSort | undefined;
  order?: SortDirection | undefined;
}

interface Reader {
  /** The hash of a session's token. */
  tokenHash: Buffer;
  workspaceId: string;
}

/**
 * Returns the accounts of a workspace with what the grid shows of them, as the JSON of the
 * response; with a limit, also how many match and the cursor of the next page. Undefined for a user
 * who is not a member.
 *
 * @throws AppError VALIDATION_FAILED for a cursor of another list.
 */
export async function listAccounts(
  db: Connection,
  iconAddress: IconAddress,
  reader: Reader,
  request: AccountsRequest,
  now = new Date(),
): Promise<string | undefined> {
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
    needsRelationships: request.strength !== undefined || request.goingQuiet === true,
    readAtMost: limit === undefined ? undefined : pageSteps.find((step) => step >= limit),
    start: after ? 'cursor' : offset ? 'offset' : 'first',
    conditions: filterConditions(request, now, timeZone),
    needsRecentCounts: request.balance !== undefined,
    recounts: false,
  };
  const find = async (form: AccountsForm) => {
    const [found] = await queryOf(form)(db, values).catch((error: unknown) => {
      // The cursor's key has another type than this order.
      throw after !== undefined && isDataException(error) ? wrongCursor(error) : error;
    });
    return found;
  };
  const stored = await find(form);
  const found = stored?.isStale ? await find({ ...form, recounts: true }) : stored;
  if (found === undefined) return undefined;
  const { accounts, total, hasMore, lastKey, lastId } = found;
  const rows = accounts === null ? '' : await withDomains(accounts, iconAddress);
  if (limit === undefined) return `{"accounts":[${rows}]}`;
  const next = hasMore && lastKey !== null && lastId !== null && { key: lastKey, id: lastId };
  const page = { total, ...(next && { nextCursor: writeCursor(order, next) }) };
  return `{"accounts":[${rows}],"page":${JSON.stringify(page)}}`;
}

/**
 * Only these limits have prepared queries: the page size of the web application, and the maximum.
 */
const pageSteps = [100, limits.pageSize];

/**
 * One query for each combination without conditions: there are few, and they are used all the time.
 */
const prepared = new Map<string, Prepared<AccountsValues, FoundAccounts>>();

function queryOf(form: AccountsForm): Prepared<AccountsValues, FoundAccounts> {
  const { conditions, ...rest } = form;
  // The best plan depends on how many rows meet the conditions, so these are not prepared.
  if (conditions.length > 0 || form.recounts)
    return prepareForSession((given, reader) => accountsSql(form, given, reader), 'each time');
  const name = JSON.stringify(rest);
  const known =
    prepared.get(name) ??
    prepareForSession((given, reader) => accountsSql(form, given, reader), 'once');
  prepared.set(name, known);
  return known;
}

/** Enclose each domain in the stored JSON, which contains no other control characters. */
const mark = '\u0001';

/** Rows that are put together at once. */
const ROWS_AT_ONCE = 100;

/**
 * Replaces the domain in a row with its Unicode form and the URL of its icon. A whole list has 100,000, and signing
 * them takes seconds, and putting the rows together a tenth of one, so it gives way to other requests in between.
 */
async function withDomains(json: string, iconAddress: IconAddress): Promise<string> {
  const endTurn = startTurns();
  let rows = '';
  let parts: string[] = [];
  let at = 0;
  for (let begin = json.indexOf(mark); begin !== -1; begin = json.indexOf(mark, at)) {
    const end = json.indexOf(mark, begin + 1);
    const domain = json.slice(begin + 1, end);
    parts.push(
      json.slice(at, begin),
      `"domain":${JSON.stringify(shownDomain(domain))},"faviconUrl":${JSON.stringify(iconAddress(domain))}`,
    );
    at = end + 1;
    if (parts.length < 2 * ROWS_AT_ONCE) continue;
    rows += parts.join('');
    parts = [];
    const turn = endTurn();
    if (turn) await turn;
  }
  return rows + parts.join('') + json.slice(at);
}

/** Whether a statement failed because a value has the wrong type or is out of range. */
function isDataException(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
}

import type { AccountSort } from '@repo/contract/account-sorts';
import { quietRule } from '@repo/domain/relationships/going-quiet';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { validationFailed } from '#platform/http/app-error.ts';
import { daysInTouchOn } from '../../relationships/days-in-touch.ts';

export type SortDirection = 'ASC' | 'DESC';

export interface AccountsOrder {
  by: AccountSort;
  direction: SortDirection;
}

/**
 * The position of an account in an order: accounts with a later key, or the same key and a later
 * id, come after it.
 */
interface OrderPosition {
  key: string;
  id: string;
}

/** The key of each order, written as in its index (migrations 0006, 0022 and 0031). */
const sortKeys: Record<AccountSort, Record<SortDirection, string>> = {
  name: both('listed.name'),
  recentActivity: both('(recent.external + recent.internal)'),
  lastTouchPoint: lastOf('listed.last_activity_at'),
  contributors: both('listed.contributor_count'),
  createdBy: both('listed.creator_name'),
  created: both('listed.created_at'),
  // Accounts without an owner come last in both directions.
  owner: {
    ASC: "(case when listed.account_owner_name = '' then '1' else '0' || listed.account_owner_name end)",
    DESC: "(case when listed.account_owner_name = '' then '0' else '1' || listed.account_owner_name end)",
  },
  strength: both('ties.key'),
  lastContactByUs: lastOf('ties.last_day_by_us'),
  lastContactByThem: lastOf('ties.last_day_by_them'),
  nextMeeting: lastOf('ties.next_meeting_at'),
  daysInTouch: both('ties.days_in_touch'),
};

/** A stored key that changes with time. */
interface AgingKey {
  column: 'next_meeting_at' | 'days_in_touch';
  /**
   * The key is outdated once this is not later than `now`, on the day `today`.
   */
  until: string;
  now: (today: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Whether a row can be outdated, and whether it can be current; the planner can estimate these. */
  canBe?: { outdated: string; current: string };
  /** The current key of an outdated row. */
  current: (today: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const agingKeys: Partial<Record<AccountSort, AgingKey>> = {
  nextMeeting: {
    column: 'next_meeting_at',
    until: "coalesce(ties.next_meeting_at, 'infinity')",
    now: () => sql`now()`,
    // A job fills in the following meeting within a minute after this one has begun.
    current: () => sql`null::timestamptz`,
  },
  daysInTouch: {
    column: 'days_in_touch',
    until: 'ties.days_in_touch_until',
    now: (today) => today,
    // The planner has to estimate how few rows are outdated. It cannot know the day in a workspace,
    // which is at most one day before or after that in America/New_York.
    canBe: {
      outdated: 'ties.days_in_touch_until <= business_today() + 1',
      current: 'ties.days_in_touch_until > business_today() - 1',
    },
    current: (today) => daysInTouchOn(quietRule.beforeDays, today),
  },
};

/** The columns that orders and filters use. */
const tiesColumns =
  'workspace_id account_id key best_key last_day recent_days last_day_by_us last_day_by_them ' +
  'next_meeting_at days_in_touch quiet_dismissed_until';

/**
 * The rows of `account_relationships` for an order by a key that changes with time, in two parts: rows with a
 * current stored key, which an index has in order, and the few outdated rows, with their current key.
 * Undefined for other orders.
 */
export function partsByAge(
  { by }: AccountsOrder,
  today: RawBuilder<unknown>,
): { current: RawBuilder<unknown>; outdated: RawBuilder<unknown> } | undefined {
  const key = agingKeys[by];
  if (key === undefined) return undefined;
  const { column, current, canBe = { outdated: 'true', current: 'true' } } = key;
  const columns = sql.join(
    tiesColumns
      .split(' ')
      .map((name) =>
        name === column ? sql`${current(today)} as ${sql.ref(name)}` : sql.ref(`ties.${name}`),
      ),
  );
  const [until, now] = [sql.raw(key.until), key.now(today)];
  return {
    // PostgreSQL sees through this one, so that it reads the index in order.
    current: sql`(
      select * from account_relationships ties
      where ${sql.raw(canBe.current)} and ${until} > ${now})`,
    outdated: sql`(
      select ${columns} from account_relationships ties
      where ${sql.raw(canBe.outdated)} and ${until} <= ${now})`,
  };
}

/** The orders that use a row of `account_relationships` named `ties`. */
const byTies: readonly AccountSort[] = [
  'strength',
  'lastContactByUs',
  'lastContactByThem',
  'nextMeeting',
  'daysInTouch',
];

export const needsTies = ({ by }: AccountsOrder): boolean => byTies.includes(by);

function both(key: string): Record<SortDirection, string> {
  return { ASC: key, DESC: key };
}

/** Missing values come last in both directions. */
function lastOf(time: string): Record<SortDirection, string> {
  return { ASC: `coalesce(${time}, 'infinity')`, DESC: `coalesce(${time}, '-infinity')` };
}

const keyTypes: Record<AccountSort, string> = {
  name: 'text',
  recentActivity: 'bigint',
  lastTouchPoint: 'timestamptz',
  contributors: 'integer',
  createdBy: 'text',
  created: 'timestamptz',
  owner: 'text',
  strength: 'float8',
  lastContactByUs: 'date',
  lastContactByThem: 'date',
  nextMeeting: 'timestamptz',
  daysInTouch: 'integer',
};

export function sortKey({ by, direction }: AccountsOrder): RawBuilder<unknown> {
  return sql.raw(sortKeys[by][direction]);
}

export function directionOf({ direction }: AccountsOrder): RawBuilder<unknown> {
  return sql.raw(direction === 'DESC' ? 'desc' : 'asc');
}

/** Whether an account comes after a position. */
export function isAfter(
  order: AccountsOrder,
  position: { key: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const sign = sql.raw(order.direction === 'DESC' ? '<' : '>');
  const type = sql.raw(keyTypes[order.by]);
  return sql`(${sortKey(order)}, listed.account_id) ${sign} (${position.key}::${type}, ${position.id}::uuid)`;
}

const cursorForm = z.tuple([z.string(), z.enum(['ASC', 'DESC']), z.string(), z.uuid()]);

/** The cursor that a client sends to continue after a position. */
export function writeCursor({ by, direction }: AccountsOrder, { key, id }: OrderPosition): string {
  return Buffer.from(JSON.stringify([by, direction, key, id])).toString('base64url');
}

/**
 * @throws AppError VALIDATION_FAILED for a cursor that this server did not create, or for another
 *   order.
 */
export function readCursor(order: AccountsOrder, cursor: string): OrderPosition {
  const parsed = cursorForm.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) {
    const [by, direction, key, id] = parsed.data;
    if (by === order.by && direction === order.direction) return { key, id };
  }
  throw wrongCursor();
}

export function wrongCursor(cause?: unknown) {
  const failure = validationFailed([
    { field: 'cursor', message: 'cursor: is of no page of this list' },
  ]);
  failure.cause = cause;
  return failure;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

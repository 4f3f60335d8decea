import type { AccountSort } from '@repo/contract/account-sorts';
import { quietRule } from '@repo/domain/relationships/going-quiet';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { validationFailed } from '../../../platform/http/app-error.ts';
import { daysInTouchToday } from './relationship-field.ts';

export type SortDirection = 'ASC' | 'DESC';

export interface AccountsOrder {
  by: AccountSort;
  direction: SortDirection;
}

/**
 * The position of an account in an order: accounts with a later key, or the same key and a later
 * id, come after it.
 */
interface Place {
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
  /** Compared in a form that lets PostgreSQL use an index to find the outdated rows. */
  age: { left: string; right: string };
  /** The current key of an outdated row. */
  current: string;
}

const agingKeys: Partial<Record<AccountSort, AgingKey>> = {
  nextMeeting: {
    column: 'next_meeting_at',
    age: { left: "coalesce(ties.next_meeting_at, 'infinity')", right: 'now()' },
    // A job fills in the following meeting within a minute after this one has begun.
    current: 'null::timestamptz',
  },
  daysInTouch: {
    column: 'days_in_touch',
    // Not in a subquery: the planner has to estimate how few rows match.
    age: { left: 'ties.days_in_touch_until', right: 'business_today()' },
    current: daysInTouchToday(quietRule.beforeDays),
  },
};

/** The columns that orders and filters use. */
const tiesColumns =
  'workspace_id account_id key best_key last_day recent_days last_day_by_us last_day_by_them ' +
  'next_meeting_at days_in_touch quiet_dismissed_until';

/**
 * The rows of `account_relationships` in two parts, for an order whose key changes with time: those
 * whose stored key is current, which an index has in order, and the few outdated ones, with their
 * current key. Undefined for other orders.
 */
export function partsByAge({
  by,
}: AccountsOrder): { current: RawBuilder<unknown>; outdated: RawBuilder<unknown> } | undefined {
  const key = agingKeys[by];
  if (key === undefined) return undefined;
  const { column, age, current } = key;
  const columns = tiesColumns
    .split(' ')
    .map((name) => (name === column ? `${current} as ${name}` : `ties.${name}`))
    .join(', ');
  return {
    // PostgreSQL sees through this one, so that it reads the index in order.
    current: sql.raw(`(select * from account_relationships ties where ${age.left} > ${age.right})`),
    outdated: sql.raw(
      `(select ${columns} from account_relationships ties where ${age.left} <= ${age.right})`,
    ),
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
  place: { key: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const sign = sql.raw(order.direction === 'DESC' ? '<' : '>');
  const type = sql.raw(keyTypes[order.by]);
  return sql`(${sortKey(order)}, listed.account_id) ${sign} (${place.key}::${type}, ${place.id}::uuid)`;
}

const cursorForm = z.tuple([z.string(), z.enum(['ASC', 'DESC']), z.string(), z.uuid()]);

/** The cursor that a client sends to continue after a position. */
export function writeCursor({ by, direction }: AccountsOrder, { key, id }: Place): string {
  return Buffer.from(JSON.stringify([by, direction, key, id])).toString('base64url');
}

/**
 * @throws AppError VALIDATION_FAILED for a cursor that this server did not create, or for another
 *   order.
 */
export function readCursor(order: AccountsOrder, cursor: string): Place {
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

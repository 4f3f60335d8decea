import type { AccountSort } from '@repo/contract/account-sorts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { validationFailed } from '../../../platform/http/app-error.ts';

export type SortDirection = 'ASC' | 'DESC';

export interface AccountsOrder {
  by: AccountSort;
  direction: SortDirection;
}

/**
 * Where an account stands in an order: after this come those with a later key, or the same and a
 * later id.
 */
interface Place {
  key: string;
  id: string;
}

/** What each order goes by, written as its index has it (migration 0006). */
const sortKeys: Record<AccountSort, Record<SortDirection, string>> = {
  name: both('listed.name'),
  recentActivity: both('(recent.external + recent.internal)'),
  lastTouchPoint: {
    ASC: "coalesce(listed.last_activity_at, 'infinity')",
    DESC: "coalesce(listed.last_activity_at, '-infinity')",
  },
  contributors: both('listed.contributor_count'),
  createdBy: both('listed.creator_name'),
  created: both('listed.created_at'),
};

function both(key: string): Record<SortDirection, string> {
  return { ASC: key, DESC: key };
}

const keyTypes: Record<AccountSort, string> = {
  name: 'text',
  recentActivity: 'bigint',
  lastTouchPoint: 'timestamptz',
  contributors: 'integer',
  createdBy: 'text',
  created: 'timestamptz',
};

export function sortKey({ by, direction }: AccountsOrder): RawBuilder<unknown> {
  return sql.raw(sortKeys[by][direction]);
}

export function directionOf({ direction }: AccountsOrder): RawBuilder<unknown> {
  return sql.raw(direction === 'DESC' ? 'desc' : 'asc');
}

/** Whether an account comes after a place. */
export function isAfter(
  order: AccountsOrder,
  place: { key: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const sign = sql.raw(order.direction === 'DESC' ? '<' : '>');
  const type = sql.raw(keyTypes[order.by]);
  return sql`(${sortKey(order)}, listed.account_id) ${sign} (${place.key}::${type}, ${place.id}::uuid)`;
}

const cursorForm = z.tuple([z.string(), z.enum(['ASC', 'DESC']), z.string(), z.uuid()]);

/** What a client hands back to go on after a place. */
export function writeCursor({ by, direction }: AccountsOrder, { key, id }: Place): string {
  return Buffer.from(JSON.stringify([by, direction, key, id])).toString('base64url');
}

/**
 * @throws AppError VALIDATION_FAILED for one that this server did not write, or for another order.
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

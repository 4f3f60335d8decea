import { type RawBuilder, sql } from 'kysely';
import type { DescribedTable } from '#platform/database/data-register/described-table.ts';

/** The user to look for. */
export interface DataSubject {
  id: string;
  email: string;
}

/** The condition for the rows of a table that belong to a user; undefined where rows have no owner. */
export function belongingTo(
  { belongsTo }: DescribedTable,
  { id, email }: DataSubject,
): RawBuilder<boolean> | undefined {
  if (belongsTo === undefined) return undefined;
  return 'id' in belongsTo
    ? sql<boolean>`${sql.ref(belongsTo.id)} = ${id}`
    : sql<boolean>`${sql.ref(belongsTo.email)} = ${email}`;
}

import { type RawBuilder, sql } from 'kysely';
import {
  type ColumnUse,
  type DescribedTable,
  usesOf,
} from '#platform/database/data-register/described-table.ts';

/** Uses that no export contains: credentials, computed values, and names of other users. */
const EXCLUDED: readonly ColumnUse[] = ['secret', 'state', 'colleague'];
/** Of rows that belong to others or to a workspace, only that the user is in them. */
const OF_MENTIONS: readonly ColumnUse[] = ['key', 'mark', 'user'];

/** The columns of rows that belong to the user, by their use. */
export const ownColumns = (described: DescribedTable): Map<string, ColumnUse> =>
  columnsOf(described, (use) => !EXCLUDED.includes(use));

/** The columns of rows in which the user is only mentioned. */
export const mentionColumns = (described: DescribedTable): Map<string, ColumnUse> =>
  columnsOf(described, (use) => OF_MENTIONS.includes(use));

function columnsOf(described: DescribedTable, isExported: (use: ColumnUse) => boolean) {
  return new Map([...usesOf(described)].filter(([, use]) => isExported(use)));
}

/** Columns that name another user than the row's own. */
export function mentioningColumns(described: DescribedTable): string[] {
  const { belongsTo } = described;
  const own = belongsTo && 'id' in belongsTo ? belongsTo.id : undefined;
  return [...usesOf(described)].flatMap(([column, use]) =>
    use === 'user' && column !== own ? [column] : [],
  );
}

/** The list of a `select`. An id of another user is left out: it says something about them. */
export function selectColumns(
  columns: ReadonlyMap<string, ColumnUse>,
  userId: string,
): RawBuilder<unknown> {
  return sql.join(
    [...columns].map(([column, use]) =>
      use === 'user'
        ? sql`case when ${sql.ref(column)} = ${userId} then ${sql.ref(column)} end as ${sql.ref(column)}`
        : sql.ref(column),
    ),
  );
}

import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import type { DescribedTable } from '#platform/database/data-register/described-table.ts';
import { AppError } from '#platform/http/app-error.ts';
import { addressesIn } from '#modules/activities/named-addresses.ts';
import { mayName } from './may-name.ts';

/**
 * Refuses addresses that the erasure would find among users, connections, open invitations and mailboxes that are not
 * confirmed: with a tag, and in any case.
 *
 * @throws AppError `CONFLICT`
 */
export async function requireOutside(tx: Connection, addresses: readonly string[]): Promise<void> {
  // One by one: on a cluster, these tables lie on different nodes.
  for (const [table, { insiders }] of Object.entries(describedTables)) {
    if (insiders === undefined) continue;
    const columns = sql.join(insiders.columns.split(' ').map((column) => sql.ref(column)));
    const { rows } = await sql<{ values: string[] }>`
      select array[${columns}] as values from ${sql.table(table)}
      where ${insiders.rows === 'pending' ? sql`state = 'pending'` : sql`true`}
        and ${mayName(sql`concat_ws(' ', ${columns})`, addresses)}`.execute(tx);
    const named = addressesIn(rows.map(({ values }) => values));
    if (addresses.some((address) => named.has(address))) throw insider();
  }
}

/** Keeps an erasure from rows that say who is about to belong to this server. */
export const notPending = ({ insiders }: DescribedTable): RawBuilder<boolean> =>
  insiders?.rows === 'pending' ? sql<boolean>`state <> 'pending'` : sql<boolean>`true`;

const insider = (): AppError =>
  new AppError(
    'CONFLICT',
    'This address, also with a tag, or one that members merged with it, belongs to a user, a connection or an open invitation of this server. Only outside contacts can be erased.',
  );

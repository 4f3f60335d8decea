import type { Connection } from '#platform/database/create-database.ts';
import { type Own, ownOf } from './extract-contacts.ts';

/** Returns a user's own addresses: the account's and those of every connection. */
export async function readOwn(db: Connection, ownerId: string): Promise<Own> {
  const rows = await db
    .selectFrom('users')
    .select('email as address')
    .where('id', '=', ownerId)
    .unionAll(
      db
        .selectFrom('integrations')
        .select((eb) => eb.fn.coalesce('source', eb.val('')).as('address'))
        .where('owner_id', '=', ownerId)
        .where('credentials', 'is not', null),
    )
    .execute();
  return ownOf(rows.map(({ address }) => address));
}

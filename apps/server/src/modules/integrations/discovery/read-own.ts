import type { Connection } from '#platform/database/create-database.ts';
import { type Own, ownOf } from './extract-contacts.ts';

/** The addresses of a user: that of their account and those of everything they have connected. */
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

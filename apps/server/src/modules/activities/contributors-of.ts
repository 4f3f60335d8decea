import type { Connection } from '../../platform/database/create-database.ts';
import type { Contributors } from './published-activity.ts';

/** Who contributes to an account, by the id of the person. */
export async function contributorsOf(db: Connection, accountId: string): Promise<Contributors> {
  const rows = await db
    .selectFrom('account_contributors')
    .innerJoin('users', 'users.id', 'account_contributors.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}

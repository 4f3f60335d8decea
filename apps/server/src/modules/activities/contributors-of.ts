import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { prepare } from '../../platform/database/prepared-query.ts';
import { visibleAccounts } from '../auth/visible-accounts.ts';
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

interface Reader {
  /** Of a session's token. */
  tokenHash: Buffer;
  accountId: string;
}

/** The same for a session whose person may see the account; undefined for everyone else. */
export async function contributorsFor(
  db: Connection,
  reader: Reader,
): Promise<Contributors | undefined> {
  const rows = await findContributors(db, reader);
  if (rows.length === 0) return undefined;
  return new Map(rows.flatMap(({ id, ...person }) => (id === null ? [] : [[id, person]])));
}

const findContributors = prepare<Reader, { id: string | null; name: string; email: string }>(
  (given) => sql`
    select person.id, person.name, person.email
    from ${visibleAccounts({ tokenHash: given('tokenHash') })} account
    left join (
      account_contributors contributor join users person on person.id = contributor.user_id
    ) on contributor.account_id = account.id
    where account.id = ${given('accountId')}`,
);

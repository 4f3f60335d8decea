import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { prepare } from '../../platform/database/prepared-query.ts';
import { sessionInUse } from '../auth/authenticate.ts';
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

/** The same for a session whose person may see the account; undefined for everybody else. */
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
    from ${sessionInUse(given('tokenHash'))} reader
    join memberships membership on membership.user_id = reader.user_id
    join workspace_accounts account on account.workspace_id = membership.workspace_id
    left join (
      account_contributors contributor join users person on person.id = contributor.user_id
    ) on contributor.account_id = account.id
    where account.id = ${given('accountId')}`,
);

import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { RequestReader } from '#platform/http/handlers.ts';
import { timeZoneOf } from '#platform/database/workspace-time.ts';
import { prepareForRequest } from '../auth/session-reader.ts';
import { visibleAccounts, workspaceOfVisible } from '../auth/visible-accounts.ts';
import type { Contributors } from './published-activity.ts';

/** The contributors of an account, by the id of the user. */
export async function contributorsOf(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<Contributors> {
  const rows = await db
    .selectFrom('account_contributors')
    .innerJoin('users', 'users.id', 'account_contributors.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}

interface Wanted {
  accountId: string;
}

/**
 * Lists the contributors for a reader who may see the account, with the account's workspace and its time
 * zone; undefined for everyone else.
 */
export async function contributorsFor(
  db: Connection,
  reader: Wanted & RequestReader,
): Promise<{ workspaceId: string; timeZone: string; people: Contributors } | undefined> {
  const rows = await findContributors(db, reader);
  const [first] = rows;
  if (first === undefined) return undefined;
  const people = rows.flatMap(({ id, name, email }): [string, { name: string; email: string }][] =>
    id === null ? [] : [[id, { name, email }]],
  );
  const { workspaceId, timeZone } = first;
  return { workspaceId, timeZone, people: new Map(people) };
}

interface ContributorRow {
  workspaceId: string;
  timeZone: string;
  id: string | null;
  name: string;
  email: string;
}

const findContributors = prepareForRequest<Wanted, ContributorRow>(
  (given, reader) => sql`
    select account.workspace_id as "workspaceId",
      ${timeZoneOf(workspaceOfVisible(reader, 'account'))} as "timeZone", person.id, person.name, person.email
    from ${visibleAccounts(reader)} account
    left join (
      account_contributors contributor join users person on person.id = contributor.user_id
    ) on contributor.workspace_id = ${workspaceOfVisible(reader, 'account')} and contributor.account_id = account.id
    where account.id = ${given('accountId')}`,
);

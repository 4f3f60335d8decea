import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * The addresses by which a contributor takes part in a captured activity, in lower case: the address of its
 * mailbox or calendar. A file with emails does not name its mailbox; every address of the user counts there.
 *
 * @param captured the alias of `captured_activities` in the statement.
 */
export function ownerAddresses(captured: string): RawBuilder<string[]> {
  const column = (name: string) => sql.ref(`${captured}.${name}`);
  return sql`(
    case when ${column('provider')} = 'mail_file' then array(${allAddresses(column('owner_id'))})
    else array[lower(${column('source')}), ${untagged(column('source'))}] end)`;
}

/** Every address of a user: the sign-in address, and those of the user's integrations. */
export async function readOwnAddresses(db: Connection, ownerId: string): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from (${allAddresses(sql`${ownerId}::uuid`)}) own (address)`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

/** The addresses of users, and the ones among them that belong to integrations, in lower case. */
interface Mailboxes {
  id: string;
  addresses: string[];
  mailboxes: string[];
}

/** The addresses of several users. */
export async function readMailboxes(
  db: Connection,
  ownerIds: readonly string[],
): Promise<Mailboxes[]> {
  const { rows: users } = await sql<{ id: string; email: string }>`
    select id, lower(email) as email from users where id = any(${ownerIds}::uuid[])`.execute(db);
  const { rows: sources } = await sql<{ ownerId: string; source: string }>`
    select owner_id as "ownerId", lower(source) as source from integrations
    where owner_id = any(${ownerIds}::uuid[]) and source is not null`.execute(db);
  const ofOwners = Map.groupBy(sources, ({ ownerId }) => ownerId);
  return users.map(({ id, email }) => {
    const mailboxes = (ofOwners.get(id) ?? []).map(({ source }) => source);
    return { id, addresses: [...new Set([email, ...mailboxes])], mailboxes };
  });
}

const allAddresses = (ownerId: RawBuilder<unknown>) => sql`
  select unnest(array[lower(users.email), ${untagged(sql`users.email`)}])
  from users where users.id = ${ownerId}
  union
  select unnest(array[lower(integrations.source), ${untagged(sql`integrations.source`)}])
  from integrations
  where integrations.owner_id = ${ownerId} and integrations.source is not null`;

/** An address without its tag, as participants are captured (`address-tag.ts`). */
const untagged = (address: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(${address}, '^([^+"]+)[+][^@]*@', '\\1@'))`;

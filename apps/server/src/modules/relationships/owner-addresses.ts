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

/**
 * Providers that name the address of a connection themselves. For IMAP and CalDAV the user types one, and the
 * administrators of a Microsoft 365 or a Fireflies organization can choose those of its users.
 */
const provenBy = ['gmail', 'google_calendar'];

/** The addresses that a user cannot choose: the sign-in address, and those of Google accounts. */
export async function readProvenAddresses(db: Connection, userId: string): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      ${allAddresses(sql`${userId}::uuid`, sql`and integrations.provider = any(${provenBy}::text[])`)}
    ) own (address)`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

/** The addresses of users in lower case, those of their integrations, and those that a user cannot choose. */
interface Mailboxes {
  id: string;
  addresses: string[];
  mailboxes: string[];
  proven: string[];
}

/** The addresses of several users. */
export async function readMailboxes(
  db: Connection,
  ownerIds: readonly string[],
): Promise<Mailboxes[]> {
  const { rows: users } = await sql<{ id: string; email: string }>`
    select id, lower(email) as email from users where id = any(${ownerIds}::uuid[])`.execute(db);
  const { rows: sources } = await sql<{ ownerId: string; source: string; isProven: boolean }>`
    select owner_id as "ownerId", lower(source) as source,
      provider = any(${provenBy}::text[]) as "isProven"
    from integrations
    where owner_id = any(${ownerIds}::uuid[]) and source is not null`.execute(db);
  const ofOwners = Map.groupBy(sources, ({ ownerId }) => ownerId);
  return users.map(({ id, email }) => {
    const own = ofOwners.get(id) ?? [];
    const mailboxes = own.map(({ source }) => source);
    const proven = own.flatMap(({ source, isProven }) => (isProven ? [source] : []));
    return {
      id,
      addresses: [...new Set([email, ...mailboxes])],
      mailboxes,
      proven: [...new Set([email, ...proven])],
    };
  });
}

const allAddresses = (ownerId: RawBuilder<unknown>, which: RawBuilder<unknown> = sql``) => sql`
  select unnest(array[lower(users.email), ${untagged(sql`users.email`)}])
  from users where users.id = ${ownerId}
  union
  select unnest(array[lower(integrations.source), ${untagged(sql`integrations.source`)}])
  from integrations
  where integrations.owner_id = ${ownerId} and integrations.source is not null ${which}`;

/** An address without its tag, as participants are captured (`address-tag.ts`). */
const untagged = (address: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(${address}, '^([^+"]+)[+][^@]*@', '\\1@'))`;

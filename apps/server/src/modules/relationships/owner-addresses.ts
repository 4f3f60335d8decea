import { type RawBuilder, sql } from 'kysely';

/**
 * The addresses by which a contributor takes part in what was captured, in lower case: that of the mailbox or
 * calendar it comes from. A file with emails does not say whose mailbox it was: there it is each address of the user.
 *
 * @param captured the alias of `captured_activities` in the statement.
 */
export function ownerAddresses(captured: string): RawBuilder<string[]> {
  const [provider, source, ownerId] = ['provider', 'source', 'owner_id'].map((column) =>
    sql.ref(`${captured}.${column}`),
  );
  return sql`(
    case when ${provider} = 'mail_file' then array(
      select lower(users.email) from users where users.id = ${ownerId}
      union
      select lower(integrations.source) from integrations
      where integrations.owner_id = ${ownerId} and integrations.source is not null
    ) else array[lower(${source})] end)`;
}

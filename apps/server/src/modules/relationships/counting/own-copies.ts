import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { ownerAddresses, readMailboxes } from '../owner-addresses.ts';

/**
 * Parts of a statement that find the addresses by which contributors took part in their captured activities.
 * The statement has rows of `account_activity_contributors` named `contributor`.
 */
export interface OwnCopies {
  /** Parts of the statement before the others. */
  read: RawBuilder<unknown>;
  /**
   * Joins `own.mine`, the addresses of the contributor in the copy, and `own.is_automatic`, whether it is an
   * email that no person wrote; null if that is not known.
   */
  join: RawBuilder<unknown>;
  /** Rows of copies with `owner_id`, `id` and `participants`, where the participants are not published. */
  withheld: RawBuilder<unknown>;
  /** The mailboxes of the contributor with the address `given.address`. */
  mailbox: RawBuilder<unknown>;
}

export const joinedCopies: OwnCopies = {
  read: sql``,
  join: sql`
      join captured_activities captured
        on captured.owner_id = contributor.user_id and captured.id = contributor.captured_id
      cross join lateral (
        select ${ownerAddresses('captured')} as mine, captured.is_automatic
      ) own`,
  withheld: sql`captured_activities`,
  mailbox: sql`
            select from integrations
            where owner_id = contributor.user_id and lower(source) = given.address`,
};

/** A row of `account_activity_contributors`. */
export interface Contribution {
  ownerId: string;
  capturedId: string;
  /** Whether the copy is shown at a level that withholds its participants. */
  isWithheld?: boolean;
}

/**
 * Reads them first: on a cluster copies are stored with their owners, on other nodes. The caller bounds how many
 * these are.
 */
export async function readOwnCopies(
  tx: Connection,
  found: readonly Contribution[],
): Promise<OwnCopies> {
  const ownerIds = [...new Set(found.map(({ ownerId }) => ownerId))];
  const withheldIds = found
    .filter(({ isWithheld }) => isWithheld)
    .map(({ capturedId }) => capturedId);
  const { rows: copies } = await sql<object>`
    select owner_id, id, case when provider <> 'mail_file' then lower(source) end as address, is_automatic,
      case when id = any(${withheldIds}::uuid[]) then participants end as participants
    from captured_activities
    where owner_id = any(${ownerIds}::uuid[])
      and id = any(${found.map(({ capturedId }) => capturedId)}::uuid[])`.execute(tx);
  const owners = JSON.stringify(await readMailboxes(tx, ownerIds));
  return {
    read: sql`
    copies as materialized (
      select captured.owner_id, captured.id, captured.is_automatic, captured.participants,
        case when captured.address is null then owner.addresses else array[captured.address] end as mine
      from json_to_recordset(${JSON.stringify(copies)}::json)
        as captured(owner_id uuid, id uuid, address text, is_automatic boolean,
          participants jsonb)
      join json_to_recordset(${owners}::json) as owner(id uuid, addresses text[])
        on owner.id = captured.owner_id
    ),
    mailboxes as materialized (
      select id as owner_id, unnest(mailboxes) as address
      from json_to_recordset(${owners}::json) as owner(id uuid, mailboxes text[])
    ),`,
    join: sql`
      join copies own
        on own.owner_id = contributor.user_id and own.id = contributor.captured_id`,
    withheld: sql`copies`,
    mailbox: sql`
            select from mailboxes
            where owner_id = contributor.user_id and address = given.address`,
  };
}

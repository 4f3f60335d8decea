import { limits } from '@repo/contract/limits';
import type { FoundPerson } from '@repo/contract/relationships';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

interface Search {
  workspaceId: string;
  /** The accounts that the reader can see, as rows of `workspace_accounts`. */
  accounts: RawBuilder<unknown>;
  /** Words that must each occur in the name or the address. */
  search?: string | undefined;
  /**
   * A person to exclude. People with the same name, or the same local part of an address, are likely to be
   * the same person and come first. Without words, the result contains only them.
   */
  like?: string | undefined;
  limit: number;
}

const MAX_WORDS = 10;
/** Matching addresses that are looked at: more words narrow down a search that more would match. */
const MAX_MATCHES = 1_000;

/** The number of accounts whose people are listed without words or a person to compare with. */
const LATEST_ACCOUNTS = 20;

/**
 * Finds people of a workspace, except hidden ones, by their last contact: those that match the words or,
 * without words, those of the most recently active accounts.
 */
export async function searchPeople(
  db: Connection,
  { workspaceId, accounts, search = '', like, limit }: Search,
): Promise<FoundPerson[]> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const traits = like === undefined ? [] : await readTraits(db, workspaceId, like);
  if (like !== undefined && words.length === 0 && traits.length === 0) return [];
  const isLikely = traits.length === 0 ? sql`false` : sql`(${anyOf(traits.map(hasTrait))})`;
  const withoutWords = like === undefined ? isOfLatestAccounts(workspaceId) : isLikely;
  const isMatch = words.length === 0 ? withoutWords : sql.join(words.map(contains), sql` and `);
  const { rows } = await sql<FoundPerson>`
    with matches as materialized (
      select account_id, person_id, ${isLikely} as is_likely, name, address from contacts
      where workspace_id = ${workspaceId} and is_shown
        and person_id is distinct from ${like ?? null}::uuid and ${isMatch}
      limit ${MAX_MATCHES}
    ),
    people as materialized (
      select person_id, bool_or(is_likely) as is_likely, max(matches.name) as name, min(address) as address
      from matches
      join ${accounts} account
        on account.workspace_id = ${workspaceId} and account.id = matches.account_id
      group by person_id
    ),
    found as materialized (
      select people.*, touch.last_day
      from people
      cross join lateral (
        select max(tie.last_day) as last_day
        from contacts contact
        join ${accounts} account
          on account.workspace_id = contact.workspace_id and account.id = contact.account_id
        join ties tie on tie.workspace_id = ${workspaceId}
          and tie.account_id = contact.account_id and tie.person_id = contact.person_id
        where contact.workspace_id = ${workspaceId} and contact.person_id = people.person_id
      ) touch
      order by is_likely desc, last_day desc nulls last, name = '', name, address
      limit ${limit}
    )
    select found.person_id as id, found.is_likely as "isLikely", person.name, person.addresses,
      person.accounts, found.last_day as "lastDay"
    from found
    cross join lateral (
      select (array_agg(contact.name order by contact.name = '', address))[1] as name,
        (array_agg(distinct address))[:${sql.lit(limits.addressesPerPerson)}] as addresses,
        (array_agg(distinct account.name))[:${sql.lit(limits.foundPersonAccounts)}] as accounts
      from contacts contact
      join ${accounts} account
        on account.workspace_id = contact.workspace_id and account.id = contact.account_id
      where contact.workspace_id = ${workspaceId} and contact.person_id = found.person_id
    ) person
    order by found.is_likely desc, found.last_day desc nulls last, found.name = '', found.name,
      found.address`.execute(db);
  return rows;
}

const isOfLatestAccounts = (workspaceId: string) => sql<boolean>`account_id in (
  select account_id from listed_accounts
  where workspace_id = ${workspaceId} and last_activity_at is not null
  order by coalesce(last_activity_at, '-infinity') desc limit ${LATEST_ACCOUNTS})`;

/** A name or the local part of an address, in lower case. */
interface Trait {
  name: string;
  localPart: string;
}

/** The traits that other contacts of the same person are expected to share with them. */
async function readTraits(db: Connection, workspaceId: string, personId: string): Promise<Trait[]> {
  const { rows } = await sql<Trait>`
    select distinct lower(name) as name, split_part(address, '@', 1) as "localPart" from contacts
    where workspace_id = ${workspaceId} and person_id = ${personId}
    order by name, "localPart" limit ${MAX_WORDS}`.execute(db);
  return rows;
}

/** The indexed text; the index narrows down, and the exact comparison decides. */
const text = sql`lower(name || ' ' || address)`;
const contains = (part: string) =>
  sql<boolean>`${text} like lower(${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;
const hasTrait = ({ name, localPart }: Trait) => {
  const sameLocalPart = sql<boolean>`(${contains(` ${localPart}@`)}
    and split_part(address, '@', 1) = ${localPart})`;
  return name === ''
    ? sameLocalPart
    : sql<boolean>`(${sameLocalPart} or (${contains(`${name} `)} and lower(name) = ${name}))`;
};
const anyOf = (conditions: RawBuilder<boolean>[]) => sql.join(conditions, sql` or `);

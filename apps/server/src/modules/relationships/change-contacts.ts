import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { limitReached, notFound } from '#platform/http/app-error.ts';
import { noteEntries } from '../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../listed-accounts/note-workspace-changes.ts';
import { lockMembership } from '../users/lock-membership.ts';
import { isColleague } from './counting/colleague.ts';
import { idOfAddress } from './refresh-contacts.ts';
import { type AccountPerson, refreshTies } from './counting/refresh-ties.ts';
import { summarizeRelationships } from './summarize-relationships.ts';

export interface PersonChange {
  workspaceId: string;
  personId: string;
  /** The member who decides; the others see the name. */
  userId: string;
}

/**
 * Hides a person, shows one that a rule hides, or lets the rule decide again (null).
 *
 * @throws AppError NOT_FOUND
 */
export async function hidePerson(
  db: Database,
  { workspaceId, personId, userId, isHidden }: PersonChange & { isHidden: boolean | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, { workspaceId, userId });
    await changeContacts(
      tx,
      workspaceId,
      sql`person_id = ${personId}`,
      sql`is_hidden_by_hand = ${isHidden}::boolean,
          hidden_by = ${isHidden === null ? null : userId}::uuid`,
    );
  });
}

/**
 * Makes all addresses of one person addresses of another.
 *
 * @throws AppError NOT_FOUND for one that does not exist; LIMIT_REACHED for too many addresses.
 */
export async function mergePeople(
  db: Database,
  { workspaceId, personId, userId, intoPersonId }: PersonChange & { intoPersonId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, { workspaceId, userId });
    await lockMerging(tx, workspaceId);
    const both = sql<boolean>`person_id = any(${[personId, intoPersonId]}::uuid[])`;
    const { rows } = await sql<{ people: number; addresses: number }>`
      select count(distinct person_id) as people, count(distinct address) as addresses from contacts
      where workspace_id = ${workspaceId} and ${both}`.execute(tx);
    if (rows[0]?.people !== 2) throw notFound('Person');
    const limit = limits.addressesPerPerson;
    if (rows[0].addresses > limit) {
      const message = `A person can have at most ${limit} addresses, and these two have ${rows[0].addresses} together.`;
      throw limitReached({ message, limit, current: rows[0].addresses });
    }
    await changeContacts(
      tx,
      workspaceId,
      both,
      sql`person_id = ${intoPersonId}::uuid,
        merged_by = case when person_id = ${personId} then ${userId}::uuid else merged_by end`,
    );
  });
}

/**
 * Makes an address a person of its own again, in all accounts of the workspace. A person has the id
 * of one of its addresses; where it is this one, the others become the person of another.
 *
 * @returns the person whom the other addresses belong to.
 * @throws AppError NOT_FOUND
 */
export async function separateAddress(
  db: Database,
  { workspaceId, personId, address }: Omit<PersonChange, 'userId'> & { address: string },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const ofPerson = sql<boolean>`person_id = ${personId}`;
    const { rows } = await sql<{ ownId: string; othersId: string | null }>`
      select ${idOfAddress(sql`${workspaceId}`, sql`${address}`)} as "ownId",
        ${idOfAddress(sql`${workspaceId}`, sql`min(address)`)} as "othersId"
      from contacts
      where workspace_id = ${workspaceId} and ${ofPerson} and address <> ${address}`.execute(tx);
    const { ownId = '', othersId = null } = rows[0] ?? {};
    const isNamedAfter = ownId === personId && othersId !== null;
    await changeContacts(
      tx,
      workspaceId,
      isNamedAfter ? ofPerson : sql`${ofPerson} and address = ${address}`,
      sql`person_id = case when address = ${address} then ${ownId}::uuid else ${othersId}::uuid end,
        merged_by = case when address = ${address} then null else merged_by end`,
    );
    return isNamedAfter ? othersId : personId;
  });
}

/** After a user joined or left a workspace: colleagues are no contacts. */
export async function refreshColleague(
  tx: Connection,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  await changeContacts(
    tx,
    workspaceId,
    sql`address = (select email from users where id = ${userId})`,
    sql`is_colleague = ${isColleague('contacts')}`,
    { mayBeNone: true },
  );
}

/** Changes contacts and sums up again what follows for the persons that they are and were. */
async function changeContacts(
  tx: Connection,
  workspaceId: string,
  condition: RawBuilder<boolean>,
  change: RawBuilder<unknown>,
  { mayBeNone = false } = {},
): Promise<void> {
  await lockAccountsOfContacts(tx, workspaceId, condition);
  const { rows } = await sql<{ id: string; accountId: string; before: string; after: string }>`
    update contacts set ${change}
    where workspace_id = ${workspaceId} and ${condition}
    returning id, account_id as "accountId", old.person_id as before, new.person_id as after`.execute(
    tx,
  );
  if (rows.length === 0 && !mayBeNone) throw notFound('Person');
  await noteEntries(
    tx,
    workspaceId,
    'person',
    rows.map(({ id }) => id),
  );
  if (rows.length > 0) await noteWorkspaceChanges(tx, [workspaceId]);
  const persons = rows.flatMap(({ accountId, before, after }): AccountPerson[] =>
    [before, after].map((personId) => ({ accountId, personId })),
  );
  const distinct = new Map(persons.map((one) => [`${one.accountId} ${one.personId}`, one]));
  await refreshTies(tx, workspaceId, [...distinct.values()]);
  await summarizeRelationships(
    tx,
    workspaceId,
    [...new Set(rows.map(({ accountId }) => accountId))],
    new Date(),
  );
}

/**
 * Merges of a workspace happen one after the other: each decides by the addresses that the people have,
 * and locks the accounts that they are contacts of, as the one before has left them.
 */
async function lockMerging(tx: Connection, workspaceId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`merge people ${workspaceId}`}, 0))`.execute(
    tx,
  );
}

/** Locks the accounts of contacts before the contacts change (docs/ARCHITECTURE.md, "Lock order"). */
export async function lockAccountsOfContacts(
  tx: Connection,
  workspaceId: string,
  condition: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and id in (
      select account_id from contacts where workspace_id = ${workspaceId} and ${condition})
    order by id for no key update`.execute(tx);
}

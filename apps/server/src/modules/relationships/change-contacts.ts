import { limits } from '@repo/contract/limits';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/create-database.ts';
import { limitReached, notFound } from '../../platform/http/app-error.ts';
import { noteWorkspaceChanges } from '../listed-accounts/note-workspace-changes.ts';
import { hashedId } from './hashed-id.ts';
import { isColleague } from './refresh-contacts.ts';
import { type AccountPerson, refreshTies } from './refresh-ties.ts';
import { summarizeRelationships } from './summarize-relationships.ts';

interface Person {
  workspaceId: string;
  personId: string;
}

/**
 * Hides a person, shows one that a rule hides, or lets the rule decide again (null).
 *
 * @throws AppError NOT_FOUND
 */
export async function hidePerson(
  db: Database,
  { workspaceId, personId, isHidden }: Person & { isHidden: boolean | null },
): Promise<void> {
  await db
    .transaction()
    .execute((tx) =>
      changeContacts(
        tx,
        workspaceId,
        sql`person_id = ${personId}`,
        sql`is_hidden_by_hand = ${isHidden}::boolean`,
      ),
    );
}

/**
 * Makes all addresses of one person addresses of another.
 *
 * @throws AppError NOT_FOUND for one that does not exist; LIMIT_REACHED for too many addresses.
 */
export async function mergePeople(
  db: Database,
  { workspaceId, personId, intoPersonId }: Person & { intoPersonId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
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
    await changeContacts(tx, workspaceId, both, sql`person_id = ${intoPersonId}::uuid`);
  });
}

/**
 * Makes an address a person of its own again, in all accounts of the workspace.
 *
 * @throws AppError NOT_FOUND
 */
export async function separateAddress(
  db: Database,
  { workspaceId, personId, address }: Person & { address: string },
): Promise<void> {
  await db
    .transaction()
    .execute((tx) =>
      changeContacts(
        tx,
        workspaceId,
        sql`person_id = ${personId} and address = ${address}`,
        sql`person_id = ${hashedId(sql`workspace_id || ' ' || address`)}`,
      ),
    );
}

/** Stops naming an account as going quiet until a day; null names it again. */
export async function dismissQuiet(
  db: Database,
  accountId: string,
  until: BusinessDay | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const dismissed = await tx
      .updateTable('account_relationships')
      .set({ quiet_dismissed_until: until })
      .where('account_id', '=', accountId)
      .returning('workspace_id')
      .execute();
    await noteWorkspaceChanges(
      tx,
      dismissed.map(({ workspace_id }) => workspace_id),
    );
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
  await sql`
    select from workspace_accounts
    where id in (select account_id from contacts where workspace_id = ${workspaceId} and ${condition})
    order by id for no key update`.execute(tx);
  const { rows } = await sql<{ accountId: string; before: string; after: string }>`
    update contacts set ${change}
    where workspace_id = ${workspaceId} and ${condition}
    returning account_id as "accountId", old.person_id as before, new.person_id as after`.execute(
    tx,
  );
  if (rows.length === 0 && !mayBeNone) throw notFound('Person');
  if (rows.length > 0) await noteWorkspaceChanges(tx, [workspaceId]);
  const persons = rows.flatMap(({ accountId, before, after }): AccountPerson[] =>
    [before, after].map((personId) => ({ workspaceId, accountId, personId })),
  );
  const distinct = new Map(persons.map((one) => [`${one.accountId} ${one.personId}`, one]));
  await refreshTies(tx, [...distinct.values()]);
  await summarizeRelationships(
    tx,
    [...new Set(rows.map(({ accountId }) => accountId))],
    new Date(),
  );
}

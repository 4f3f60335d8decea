import { startOfBusinessDay } from '@repo/domain/time/business-day';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { sql } from 'kysely';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import { refreshContacts, removeUnusedContacts } from './refresh-contacts.ts';
import { personsOf, refreshTies } from './counting/refresh-ties.ts';
import {
  type AccountDay,
  refreshTieDays,
  type TouchedContact,
} from './counting/refresh-tie-days.ts';
import { summarizeRelationships } from './summarize-relationships.ts';

/**
 * Activities of a day up to which it is counted again with each change on it. Counting a larger one
 * with each page of emails would take time that grows with the square of its size.
 */
export const largestExactDay = 1_000;

/** Does the same, except for large days: the job that handles due accounts counts these. */
export async function refreshOrDeferRelationships(
  tx: Connection,
  workspaceId: string,
  changed: readonly AccountDay[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const { rows: large } = await sql<AccountDay>`
    select distinct stored.account_id as "accountId", stored.day
    from unnest(
      ${changed.map(({ accountId }) => accountId)}::uuid[],
      ${changed.map(({ day }) => day)}::date[]
    ) as given(account_id, day)
    join account_days stored on stored.workspace_id = ${workspaceId}
      and stored.account_id = given.account_id and stored.day = given.day
    where stored.total > ${largestExactDay}`.execute(tx);
  const isLarge = new Set(large.map(nameOf));
  const exact = changed.filter((day) => !isLarge.has(nameOf(day)));
  await refreshRelationships(tx, workspaceId, exact, now);
  if (large.length === 0) return;
  // Inserts the missing row of an account; the next statement moves its due time.
  const accountIds = [...new Set(large.map(({ accountId }) => accountId))];
  await summarizeRelationships(tx, workspaceId, accountIds, now);
  const timeZone = await readTimeZone(tx, workspaceId);
  await sql`
    update account_relationships stored set due_at = least(stored.due_at, given.begins_at)
    from (
      select account_id, min(begins_at) as begins_at
      from unnest(
        ${large.map(({ accountId }) => accountId)}::uuid[],
        ${large.map(({ day }) => startOfBusinessDay(day, timeZone))}::timestamptz[]
      ) as given(account_id, begins_at)
      group by account_id
    ) given
    where stored.workspace_id = ${workspaceId} and stored.account_id = given.account_id
      and (stored.due_at is null or stored.due_at > given.begins_at)`.execute(tx);
}

const nameOf = ({ accountId, day }: AccountDay): string => `${accountId} ${day}`;

/**
 * Updates the relationships after activities changed on some days of a workspace's accounts: the days in
 * touch, the contacts, the strength of each pair, and the grid's columns. Only activities that have begun
 * count; repeating it changes nothing.
 *
 * Belongs in the transaction that published; the caller has locked the accounts.
 */
export async function refreshRelationships(
  tx: Connection,
  workspaceId: string,
  changed: readonly AccountDay[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const days = [...new Map(changed.map((one) => [nameOf(one), one])).values()];
  const touched = await refreshTieDays(tx, workspaceId, days, now);
  await refreshTouched(tx, workspaceId, touched, now);
  const accountIds = [...new Set(days.map(({ accountId }) => accountId))];
  await summarizeRelationships(tx, workspaceId, accountIds, now);
}

/**
 * Removes the days in touch of a person who withdrew everything from accounts, and what follows from
 * them. The caller has locked the accounts.
 */
export async function withdrawRelationships(
  tx: Connection,
  workspaceId: string,
  { userId, accountIds }: { userId: string; accountIds: readonly string[] },
  now: Date,
): Promise<void> {
  const { rows: touched } = await sql<TouchedContact>`
    with gone as (
      delete from tie_days
      where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])
        and user_id = ${userId}
      returning account_id, contact_id
    )
    select distinct account_id as "accountId", contact_id as "contactId", null as address
    from gone order by 1, 2`.execute(tx);
  await refreshTouched(tx, workspaceId, touched, now);
  await summarizeRelationships(tx, workspaceId, accountIds, now);
}

/**
 * Removes the days in touch on which nothing is published in an account any more, and what follows
 * from them: what counts all days again goes by the activities. The caller has locked the account.
 */
export async function removeDaysWithoutActivities(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  now: Date,
): Promise<void> {
  const { rows: touched } = await sql<TouchedContact>`
    with gone as (
      delete from tie_days stored
      where workspace_id = ${workspaceId} and account_id = ${accountId}
        and not exists (
          select from account_days day
          where day.workspace_id = ${workspaceId} and day.account_id = ${accountId}
            and day.day = stored.day)
      returning account_id, contact_id
    )
    select distinct account_id as "accountId", contact_id as "contactId", null as address
    from gone order by 2`.execute(tx);
  if (touched.length > 0) await refreshTouched(tx, workspaceId, touched, now);
  // Also where no day is gone: a meeting ahead has none, and may have been the next one.
  await summarizeRelationships(tx, workspaceId, [accountId], now);
}

/**
 * Counts days of an account again after many of its activities moved between them: who was in touch
 * stays as it was, so that what members decided about contacts does as well. The caller has locked
 * the account, and summarizes it (`summarizeRelationships`).
 */
export async function recountDaysInTouch(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  days: readonly string[],
  now: Date,
): Promise<void> {
  const touched = new Map<string, TouchedContact>();
  for (let at = 0; at < days.length; at += daysAtOnce) {
    const part = days.slice(at, at + daysAtOnce).map((day) => ({ accountId, day }));
    for (const contact of await refreshTieDays(tx, workspaceId, part, now)) {
      const known = touched.get(contact.contactId);
      // A contact that one part no longer has may be in touch on the days of another.
      if (known === undefined || known.address === null) touched.set(contact.contactId, contact);
    }
  }
  const contacts = [...touched.values()];
  for (let at = 0; at < contacts.length; at += contactsAtOnce) {
    await refreshTouched(tx, workspaceId, contacts.slice(at, at + contactsAtOnce), now);
  }
}

const daysAtOnce = 100;
const contactsAtOnce = 1_000;

/** Has the job that handles due accounts count all days in touch of accounts again. */
export async function deferRelationships(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    update account_relationships set due_at = '-infinity'
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])`.execute(tx);
}

/** Writes what follows from days in touch that changed. */
async function refreshTouched(
  tx: Connection,
  workspaceId: string,
  touched: readonly TouchedContact[],
  now: Date,
): Promise<void> {
  await refreshContacts(tx, workspaceId, touched, now);
  await refreshTies(tx, workspaceId, await personsOf(tx, workspaceId, touched));
  const gone = touched.filter(({ address }) => address === null);
  const goneIds = gone.map(({ contactId }) => contactId);
  await removeUnusedContacts(tx, workspaceId, sql`id = any(${goneIds}::uuid[])`);
}

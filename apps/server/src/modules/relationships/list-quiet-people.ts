import type { Contact } from '@repo/contract/relationships';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readToday } from '#platform/database/workspace-time.ts';
import { isGoingQuietOn } from './going-quiet-on.ts';
import { readContacts } from './read-contacts.ts';

interface Part {
  workspaceId: string;
  /** The accounts that the reader can see, as rows of `workspace_accounts`. */
  accounts: RawBuilder<unknown>;
  /** Only people with a last day in touch after this one. */
  after?: BusinessDay;
  limit: number;
  offset?: number;
}

export interface QuietPerson {
  account: { id: string; name: string };
  contact: Contact;
}

/**
 * The people of a workspace who are going quiet and whom no one dismissed, by their last day in touch,
 * the latest first, and how many there are. One with contact at several accounts is listed for each.
 */
export async function listQuietPeople(
  db: Connection,
  { workspaceId, accounts, after, limit, offset = 0 }: Part,
  now = new Date(),
): Promise<{ people: QuietPerson[]; total: number }> {
  const today = await readToday(db, workspaceId, now);
  const isQuiet = isGoingQuietOn(
    {
      lastDay: sql`candidate.last_day`,
      daysBefore: sql`candidate.days_before`,
      dismissedUntil: sql`(
        select max(quiet_dismissed_until) from contacts
        where workspace_id = ${workspaceId} and account_id = candidate.account_id
          and person_id = candidate.person_id)`,
    },
    sql`${today}::date`,
  );
  const { rows } = await sql<{
    accountId: string;
    accountName: string;
    personId: string;
    total: number;
  }>`
    select account.id as "accountId", account.name as "accountName",
      candidate.person_id as "personId", count(*) over () as total
    from quiet_candidates candidate
    join ${accounts} account
      on account.workspace_id = candidate.workspace_id and account.id = candidate.account_id
    where candidate.workspace_id = ${workspaceId}
      and ${after === undefined ? sql`true` : sql`candidate.last_day > ${after}::date`}
      and ${isQuiet}
    order by candidate.last_day desc, candidate.days_before desc, account.name, candidate.person_id,
      account.id
    limit ${limit} offset ${offset}`.execute(db);
  const contacts = await readContacts(
    db,
    workspaceId,
    {
      accountIds: [...new Set(rows.map(({ accountId }) => accountId))],
      personIds: [...new Set(rows.map(({ personId }) => personId))],
    },
    now,
  );
  const found = new Map(
    contacts.map(({ accountId, contact }) => [`${accountId} ${contact.id}`, contact]),
  );
  return {
    people: rows.flatMap(({ accountId, accountName, personId }) => {
      const contact = found.get(`${accountId} ${personId}`);
      return contact === undefined
        ? []
        : [{ account: { id: accountId, name: accountName }, contact }];
    }),
    total: rows[0]?.total ?? 0,
  };
}

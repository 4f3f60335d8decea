import type { ExclusionReason } from '@repo/contract/domains';
import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { ItemHead } from '../provider/activity-source.ts';
import type { SyncRun } from '../reading/sync-run.ts';
import { discoveryStart } from '../../domains/sync-windows.ts';
import { extractContacts } from './extract-contacts.ts';
import { readOwn } from './read-own.ts';
import { storeSamples } from './store-samples.ts';
import { uuidOf } from '#platform/ids.ts';

interface Head {
  id: string;
  item: ItemHead;
}

/** Returns the emails that discovery has not counted yet. */
export async function unmetIds(run: SyncRun, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const met = await run.context.db
    .selectFrom('discovered_mails')
    .select('mail_hash')
    .where('owner_id', '=', run.ownerId)
    .where('provider', '=', run.provider.id)
    .where('mail_hash', 'in', ids.map(hashOf))
    .execute();
  const isMet = new Set(met.map(({ mail_hash: hash }) => hash));
  return ids.filter((id) => !isMet.has(hashOf(id)));
}

/**
 * Counts emails for discovery, by domain and day. An email that was counted before, or is older
 * than discovery's period, is ignored.
 */
export async function countContacts(
  tx: Connection,
  run: SyncRun,
  heads: readonly Head[],
): Promise<void> {
  const recent = heads.filter(({ item }) => item.occurredAt >= discoveryStart());
  const isFresh = await meet(tx, run, recent);
  const own = await readOwn(tx, run.ownerId);
  const counted = recent
    .filter(isFresh)
    .map(({ item }) => ({ day: businessDayOf(item.occurredAt), ...extractContacts(item, own) }));
  await addToDays(tx, run, counted);
  await addToExcluded(tx, run, counted);
  await storeSamples(tx, run.ownerId, counted);
}

/** In place of the provider, where the Message-IDs of a person's mailboxes are. */
export const anyProvider = '';

/**
 * Records the emails as counted; returns a function that reports which of them are new: found neither in
 * this mailbox nor, by their Message-ID, in another one.
 */
async function meet(
  tx: Connection,
  { ownerId, provider }: SyncRun,
  heads: readonly Head[],
): Promise<(head: Head) => boolean> {
  const own = await record(tx, ownerId, provider.id, heads, ({ id }) => id);
  const freshInOwn = heads.filter(({ id }) => own.delete(hashOf(id)));
  const withId = freshInOwn.filter(({ item }) => item.messageId);
  const messageIdOf = ({ item }: Head) => `message-id ${item.messageId}`;
  const anywhere = await record(tx, ownerId, anyProvider, withId, messageIdOf);
  const isNew = ({ item }: Head, key: string) => !item.messageId || anywhere.delete(hashOf(key));
  const fresh = new Set(freshInOwn.filter((head) => isNew(head, messageIdOf(head))));
  return (head) => fresh.has(head);
}

/**
 * Records the keys of emails in order, as every other statement here does: the mailboxes of a user
 * are read at the same time, and would lock each other's rows crosswise.
 *
 * @returns the hashes that were not recorded before.
 */
async function record(
  tx: Connection,
  ownerId: string,
  provider: string,
  heads: readonly Head[],
  keyOf: (head: Head) => string,
): Promise<Set<string>> {
  if (heads.length === 0) return new Set();
  const rows = heads.map((head) => ({
    owner_id: ownerId,
    provider,
    mail_hash: hashOf(keyOf(head)),
    day: businessDayOf(head.item.occurredAt),
  }));
  const fresh = await tx
    .insertInto('discovered_mails')
    .values(rows.toSorted((one, other) => one.mail_hash.localeCompare(other.mail_hash)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('mail_hash')
    .execute();
  return new Set(fresh.map(({ mail_hash: hash }) => hash));
}

type Counted = { day: string } & ReturnType<typeof extractContacts>;

async function addToDays(
  tx: Connection,
  { ownerId, provider }: SyncRun,
  counted: readonly Counted[],
): Promise<void> {
  const tally = tallyByDay(counted.map(({ day, contacts }) => ({ day, met: contacts })));
  await sql`
    insert into discovered_days (owner_id, provider, domain, day, mails)
    select ${ownerId}, ${provider.id}, domain, day, mails
    from json_to_recordset(${JSON.stringify(tally)}) as met (domain text, day date, mails integer)
    order by domain, day
    on conflict (owner_id, provider, domain, day)
      do update set mails = discovered_days.mails + excluded.mails`.execute(tx);
}

async function addToExcluded(
  tx: Connection,
  { ownerId, provider }: SyncRun,
  counted: readonly Counted[],
): Promise<void> {
  const tally = tallyByDay(counted.map(({ day, excluded }) => ({ day, met: excluded })));
  await sql`
    insert into excluded_days (owner_id, provider, domain, reason, day, mails)
    select ${ownerId}, ${provider.id}, domain, reason, day, mails
    from json_to_recordset(${JSON.stringify(tally)})
      as met (domain text, reason text, day date, mails integer)
    order by domain, reason, day
    on conflict (owner_id, provider, domain, reason, day)
      do update set mails = excluded_days.mails + excluded.mails`.execute(tx);
}

interface Met {
  domain: string;
  reason?: ExclusionReason;
}

/** The number of emails per day and domain; several people of a domain in one email count once. */
function tallyByDay(mails: readonly { day: string; met: readonly Met[] }[]) {
  const tally = new Map<string, Met & { day: string; mails: number }>();
  for (const { day, met } of mails) {
    const once = new Map(met.map((one) => [`${day} ${one.domain} ${one.reason}`, one]));
    for (const [key, { domain, reason }] of once) {
      const mails = (tally.get(key)?.mails ?? 0) + 1;
      tally.set(key, { domain, day, mails, ...(reason && { reason }) });
    }
  }
  return [...tally.values()];
}

/** Identifies an email without revealing anything else about it. */
const hashOf = (id: string): string => uuidOf(`discovered mail\n${id}`);

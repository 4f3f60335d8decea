import { createHash } from 'node:crypto';
import { businessDayOf } from '@repo/domain/business-day';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import type { ItemHead } from '../provider.ts';
import type { SyncRun } from '../sync/sync-run.ts';
import { discoveryStart } from '../sync-windows.ts';
import { type Contact, contactsOf, ownDomainsOf } from './contacts-of.ts';
import { keepSamples } from './keep-samples.ts';

interface Head {
  id: string;
  item: ItemHead;
}

/** Those of many mails that discovery has not counted yet. */
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
 * Counts mails for discovery: one for each domain and day. A mail that was counted before, or is
 * older than discovery looks back, counts nothing.
 */
export async function countContacts(
  tx: Connection,
  run: SyncRun,
  heads: readonly Head[],
): Promise<void> {
  const recent = heads.filter(({ item }) => item.occurredAt >= discoveryStart());
  const isFresh = await meet(tx, run, recent);
  const own = await ownDomains(tx, run);
  const counted = recent
    .filter(isFresh)
    .map(({ item }) => ({ day: businessDayOf(item.occurredAt), contacts: contactsOf(item, own) }));
  await addToDays(tx, run, counted);
  await keepSamples(tx, run.ownerId, counted);
}

/** Remembers the mails; answers which of them were not known. */
async function meet(tx: Connection, run: SyncRun, heads: readonly Head[]) {
  if (heads.length === 0) return () => false;
  const fresh = await tx
    .insertInto('discovered_mails')
    .values(
      heads.map(({ id, item }) => ({
        owner_id: run.ownerId,
        provider: run.provider.id,
        mail_hash: hashOf(id),
        day: businessDayOf(item.occurredAt),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('mail_hash')
    .execute();
  const hashes = new Set(fresh.map(({ mail_hash: hash }) => hash));
  return ({ id }: Head) => hashes.has(hashOf(id));
}

async function ownDomains(tx: Connection, { ownerId, sourceName }: SyncRun): Promise<Set<string>> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return ownDomainsOf([email, sourceName]);
}

async function addToDays(
  tx: Connection,
  run: SyncRun,
  counted: readonly { day: string; contacts: Contact[] }[],
): Promise<void> {
  const mails = new Map<string, { domain: string; day: string; mails: number }>();
  for (const { day, contacts } of counted) {
    for (const domain of new Set(contacts.map((contact) => contact.domain))) {
      const entry = mails.get(`${day} ${domain}`) ?? { domain, day, mails: 0 };
      mails.set(`${day} ${domain}`, { ...entry, mails: entry.mails + 1 });
    }
  }
  if (mails.size === 0) return;
  await tx
    .insertInto('discovered_days')
    .values(
      [...mails.values()].map((entry) => ({
        owner_id: run.ownerId,
        provider: run.provider.id,
        ...entry,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'provider', 'domain', 'day']).doUpdateSet({
        mails: sql<number>`discovered_days.mails + excluded.mails`,
      }),
    )
    .execute();
}

/** Tells whether a mail was met, and nothing else about it. */
const hashOf = (id: string): string =>
  createHash('sha256')
    .update(`discovered mail\n${id}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

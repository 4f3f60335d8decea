import { sql } from 'kysely';
import { requireDomainCapacity } from './require-domain-capacity.ts';
import type { Connection } from '../../platform/database/create-database.ts';
import { linkCaptured } from '../activities/link-captured.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { requestBackfill } from './request-backfill.ts';

export interface Tracked {
  id: string;
  /** Normalised. */
  domain: string;
  addedAt: Date;
}

/**
 * Tracks domains for a user, in the caller's transaction: links activities that are captured already
 * and requests the history of the new domains.
 *
 * @param domains normalised, without duplicates.
 * @throws AppError LIMIT_REACHED when the user would track too many; RATE_LIMITED when too many
 *   imports still wait for their history.
 * @returns all of them in the given order, including those that were tracked before.
 */
export async function trackDomains(
  tx: Connection,
  ownerId: string,
  domains: readonly string[],
  source: 'manual' | 'discovered',
): Promise<Tracked[]> {
  await lockOwner(tx, ownerId);
  await requireDomainCapacity(tx, ownerId, domains);
  const { rows: added } = await sql<Tracked>`
    insert into domains (owner_id, domain, source)
    select ${ownerId}, domain, ${source} from unnest(${domains}::text[]) as domain
    on conflict do nothing
    returning id, domain, added_at as "addedAt"`.execute(tx);
  await linkCaptured(tx, ownerId, added);
  await requestBackfill(
    tx,
    ownerId,
    added.map(({ domain }) => domain),
  );
  const { rows: tracked } = await sql<Tracked>`
    select id, domain, added_at as "addedAt" from domains
    where owner_id = ${ownerId} and domain = any(${domains}::text[])`.execute(tx);
  const byName = new Map(tracked.map((one) => [one.domain, one]));
  return domains.flatMap((domain) => byName.get(domain) ?? []);
}

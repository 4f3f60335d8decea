import { sql } from 'kysely';
import { requireDomainCapacity } from './require-domain-capacity.ts';
import type { Connection } from '../../platform/database/create-database.ts';
import { linkCaptured } from '../activities/link-captured.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { requestBackfill } from '../integrations/request-backfill.ts';

export interface Tracked {
  id: string;
  /** Normalised. */
  domain: string;
  addedAt: Date;
}

/**
 * Tracks domains for a person, in the caller's transaction: links what is captured already and asks
 * the integrations for the rest.
 *
 * @param domains normalised, each once.
 * @throws AppError LIMIT_REACHED when the person would track too many; RATE_LIMITED when too many
 *   imports wait for their history already.
 * @returns all of them in the order given, also those that were tracked before.
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

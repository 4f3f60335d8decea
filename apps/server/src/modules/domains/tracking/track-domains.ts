import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { linkCaptured } from '#modules/activities/link-captured.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { requestBackfill } from './request-backfill.ts';
import { limits } from '@repo/contract/limits';
import { limitReached } from '#platform/http/app-error.ts';

export interface Tracked {
  id: string;
  /** Normalised. */
  domain: string;
  addedAt: Date;
}

/**
 * Tracks domains for a user, in the caller's transaction: links activities that are captured already and
 * requests the history of the new domains.
 *
 * @param domains normalised, without duplicates.
 * @throws AppError LIMIT_REACHED when the user would track too many; RATE_LIMITED when too many
 *   imports still wait for their history.
 * @returns all domains in the given order, including those that were tracked before.
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

/**
 * Checks that a user may track more domains. The caller has locked the user, so that requests at the same
 * time cannot exceed the limit together.
 *
 * @param domains normalised; those that are already tracked do not count.
 * @throws AppError LIMIT_REACHED
 */
async function requireDomainCapacity(
  tx: Connection,
  ownerId: string,
  domains: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ tracked: number; known: number }>`
    select
      (select count(*) from domains where owner_id = ${ownerId}) as tracked,
      (select count(*) from unnest(${domains}::text[]) as given(domain)
        join domains on domains.owner_id = ${ownerId} and domains.domain = given.domain) as known`.execute(
    tx,
  );
  const { tracked = 0, known = 0 } = rows[0] ?? {};
  const added = domains.length - known;
  const excess = tracked + added - limits.trackedDomains;
  if (added === 0 || excess <= 0) return;
  throw limitReached({
    message: `You can track at most ${inDigits(limits.trackedDomains)} domains. You track ${inDigits(tracked)}, and this import would add ${inDigits(added)}. Remove ${inDigits(excess)} or more in Import Preferences, or import fewer.`,
    limit: limits.trackedDomains,
    current: tracked,
  });
}

const inDigits = (number: number): string => number.toLocaleString('en');

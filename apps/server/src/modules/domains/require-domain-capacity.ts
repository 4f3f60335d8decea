import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { limitReached } from '../../platform/http/app-error.ts';

/**
 * Checks that a person may track some more domains. The caller holds the owner, so that requests at
 * the same time cannot exceed the limit together.
 *
 * @param domains normalised; those that are tracked already take no room.
 * @throws AppError LIMIT_REACHED
 */
export async function requireDomainCapacity(
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

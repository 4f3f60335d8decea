import type { Connection } from '../../../platform/database/create-database.ts';
import { countAttempt } from '../../../platform/rate-limit/rate-limit-counter.ts';

const hour = 60 * 60;

// Why so many: docs/decisions/discovery-ledger.md.
const counts = { name: 'previews by one', attempts: 600, windowSeconds: hour };
const domains = { name: 'previewed domains of one', attempts: 5_000, windowSeconds: hour };

/**
 * Counts that so many domains are asked for again at a person's providers.
 *
 * @throws AppError `RATE_LIMITED`
 */
export async function countPreview(tx: Connection, ownerId: string, times: number): Promise<void> {
  if (times === 0) return;
  const counted = [
    { limit: counts, of: ownerId },
    { limit: domains, of: ownerId, times },
  ];
  await countAttempt(tx, counted, 'domains to count');
}

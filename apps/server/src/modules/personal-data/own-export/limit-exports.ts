import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';

/** Exports that a process writes at the same time, of all users: each keeps a few megabytes in memory. */
const MAX_EXPORTS = 8;

const perDay = {
  name: 'own-data-export',
  attempts: limits.ownDataExportsPerDay,
  windowSeconds: 86_400,
};

/** Lets a user begin an export; the returned function is called when it has ended. */
export type BeginExport = (db: Connection, userId: string) => Promise<() => void>;

/**
 * Limits exports in a process: one at a time for each user.
 *
 * @throws AppError from the returned function: `CONFLICT` while another export of the user runs,
 *   `RATE_LIMITED` after too many
 */
export function limitExports(): BeginExport {
  const running = new Set<string>();
  return async (db, userId) => {
    if (running.has(userId)) {
      throw new AppError(
        'CONFLICT',
        'Your data is being downloaded already. Try again when that download has ended.',
      );
    }
    if (running.size >= MAX_EXPORTS) {
      const message = 'Others are downloading their data at the moment. Try again in a minute.';
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 60 });
    }
    running.add(userId);
    try {
      await countAttempt(db, [{ limit: perDay, of: userId }], 'downloads of your data');
    } catch (error) {
      running.delete(userId);
      throw error;
    }
    return () => running.delete(userId);
  };
}

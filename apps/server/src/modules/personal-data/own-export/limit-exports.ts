import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';

/** Exports that a process writes at the same time, of all users: each keeps a few megabytes in memory. */
const MAX_EXPORTS = 8;

const SECONDS_OF_DAY = 86_400;

interface ExportLimit {
  /** The name of the limit. */
  name: string;
  perDay: number;
  /** The data, for messages. */
  what: string;
}

export const ownDataLimit: ExportLimit = {
  name: 'own-data-export',
  perDay: limits.ownDataExportsPerDay,
  what: 'your data',
};

export const workspaceLimit: ExportLimit = {
  name: 'workspace-export',
  perDay: limits.workspaceExportsPerDay,
  what: 'a workspace',
};

/** Lets a user begin an export; the returned function is called when it has ended. */
export type BeginExport = (db: Connection, userId: string) => Promise<() => void>;

/**
 * Limits exports in a process: one at a time for each user.
 *
 * @throws AppError from the returned function: `CONFLICT` while another export of the user runs,
 *   `RATE_LIMITED` after too many
 */
export function limitExports({ name, perDay, what }: ExportLimit = ownDataLimit): BeginExport {
  const limit = { name, attempts: perDay, windowSeconds: SECONDS_OF_DAY };
  const running = new Set<string>();
  return async (db, userId) => {
    if (running.has(userId)) {
      throw new AppError(
        'CONFLICT',
        `You are downloading ${what} already. Try again when that download has ended.`,
      );
    }
    if (running.size >= MAX_EXPORTS) {
      const message = 'Others are downloading at the moment. Try again in a minute.';
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 60 });
    }
    running.add(userId);
    try {
      await countAttempt(db, [{ limit, of: userId }], `downloads of ${what}`);
    } catch (error) {
      running.delete(userId);
      throw error;
    }
    return () => running.delete(userId);
  };
}

import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import { isExhausted, recordAttempt } from '#platform/rate-limit/rate-limit-counter.ts';

const limit = {
  name: 'sessions that ended at their provider',
  attempts: 1,
  windowSeconds: 2 * limits.ssoHandOverSeconds,
};

/** Remembers that a session at a provider has ended, for as long as its sign-in can wait to be redeemed here. */
export async function noteEnded(db: Connection, connectionId: string, sid: string): Promise<void> {
  await recordAttempt(db, { limit, of: `${connectionId} ${sid}` });
}

export const hasEnded = (db: Connection, connectionId: string, sid: string): Promise<boolean> =>
  isExhausted(db, { limit, of: `${connectionId} ${sid}` });

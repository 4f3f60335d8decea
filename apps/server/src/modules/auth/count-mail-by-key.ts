import { limits } from '@repo/contract/limits';
import type { Database } from '#platform/database/create-database.ts';
import { isKeyHolder } from '#platform/http/admit-key.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';

/** Enough to invite a team at once. A stolen key cannot fill the mailboxes of a company. */
const perKey = {
  name: 'emails to others by a key',
  attempts: limits.apiKeyMailsPerHour,
  windowSeconds: 60 * 60,
};

/**
 * Limits how many emails one API key can make the server send to other users: invitations, and links to choose a
 * password. Counts nothing for a session or the command line.
 *
 * @throws AppError `RATE_LIMITED`
 */
export async function countMailByKey(db: Database, sender: object): Promise<void> {
  if (!isKeyHolder(sender)) return;
  await countAttempt(db, [{ limit: perKey, of: sender.keyId }], 'emails by this API key');
}

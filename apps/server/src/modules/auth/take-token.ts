import { hash } from 'node:crypto';
import type { Connection } from '#platform/database/create-database.ts';
import { recordAttempt } from '#platform/rate-limit/rate-limit-counter.ts';

/**
 * Marks a sealed token as used. Of several requests with it, one is the first.
 *
 * @param minutes for which the token opens at most.
 * @returns whether it was unused.
 */
export async function takeToken(db: Connection, token: string, minutes: number): Promise<boolean> {
  // Base64 has several texts for the same bytes.
  const [keyId = '', encoded = ''] = token.split('.');
  const of = hash('sha256', `${keyId}.${Buffer.from(encoded, 'base64url').toString('base64url')}`);
  const limit = { name: 'used sign-in tokens', attempts: 1, windowSeconds: minutes * 60 };
  const { attempts } = await recordAttempt(db, { limit, of });
  return attempts === 1;
}

import type { ApiKey } from '@repo/contract/api-keys';
import { readInstant } from '#lib/time/read-instant.ts';

export type KeyState = 'working' | 'expired' | 'revoked';

/**
 * Whether a key works at a time. A key with an unreadable end is shown as working, so that it can be revoked.
 */
export function keyState({ expiresAt, revokedAt }: ApiKey, now: Date): KeyState {
  if (readInstant(revokedAt) !== undefined) return 'revoked';
  const end = readInstant(expiresAt);
  return end !== undefined && end <= now ? 'expired' : 'working';
}

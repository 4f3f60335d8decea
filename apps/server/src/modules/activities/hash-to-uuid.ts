import { createHash } from 'node:crypto';
import type { ActivityType } from '@repo/contract/activities';

/** An id that is the same for several users' copies of one activity. */
export const activityKey = (type: ActivityType, key: string): string =>
  hashToUuid(`activity\n${type}\n${key}`);

/** A Message-ID as it is stored among the references of a thread. */
export const threadRef = (messageId: string): string => hashToUuid(`message\n${messageId}`);

function hashToUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}

import { MAX_MESSAGE_IDS } from '@repo/domain/activities/activity-limits';

/** The Message-IDs in a header, with their angle brackets. */
export const messageIdsIn = (header: string | undefined): string[] =>
  header?.match(/<[^<>\s]+>/g) ?? [];

/**
 * A header without the Message-IDs in the middle of an overlong list, which are not stored: it can name tens of thousands.
 */
export function firstAndLastIds(header: string | undefined): string | undefined {
  if (header === undefined || header.length <= MAX_MESSAGE_IDS) return header;
  const ids = messageIdsIn(header);
  if (ids.length <= 2 * MAX_MESSAGE_IDS) return header;
  return [...ids.slice(0, MAX_MESSAGE_IDS), ...ids.slice(-MAX_MESSAGE_IDS)].join(' ');
}

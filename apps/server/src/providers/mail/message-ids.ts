import { MAX_MESSAGE_IDS } from '@repo/domain/activities/activity-limits';
import { firstUsable } from './first-usable.ts';

/** The Message-IDs in a header, with their angle brackets. */
export const messageIdsIn = (header: string | undefined): string[] =>
  header?.match(/<[^<>\s]+>/g) ?? [];

export const hasMessageId = (header: string): boolean => /<[^<>\s]+>/.test(header);

/**
 * A header without the Message-IDs in the middle of an overlong list, which are not stored: it can name tens
 * of thousands.
 */
export function firstAndLastIds(header: string | undefined): string | undefined {
  if (header === undefined || header.length <= MAX_MESSAGE_IDS) return header;
  const ids = messageIdsIn(header);
  if (ids.length <= 2 * MAX_MESSAGE_IDS) return header;
  return [...ids.slice(0, MAX_MESSAGE_IDS), ...ids.slice(-MAX_MESSAGE_IDS)].join(' ');
}

/**
 * The Message-ID with its angle brackets, or undefined when it does not identify the email: Gmail
 * generates a different one for each recipient of an email that came without one
 * (`<…SMTPIN_ADDED_MISSING@mx.google.com>`).
 */
export function usableMessageId(text: string | undefined): string | undefined {
  const [id] = messageIdsIn(text);
  return id === undefined || id.includes('SMTPIN_ADDED_') ? undefined : id;
}

/** The Message-ID of an email by its headers: the first that is usable, else the first. */
export const headMessageId = (values: readonly string[]): string | undefined =>
  firstUsable(values, (value) =>
    usableMessageId(value) === undefined ? undefined : value.trim(),
  ) ?? values[0]?.trim();

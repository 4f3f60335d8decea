import { MAX_BODY_LENGTH, MAX_MESSAGE_IDS } from '@repo/domain/activities/activity-limits';

/** The longest texts that are stored, in UTF-16 units; longer texts are truncated. */
export const MAX_LENGTHS = {
  name: 320,
  title: 1_000,
  summary: 2_000,
  location: 2_000,
  body: MAX_BODY_LENGTH,
  messageIds: MAX_MESSAGE_IDS,
} as const;

/**
 * Converts a text to one that PostgreSQL can store: without NUL or lone surrogates, and at most
 * `length` long.
 */
export function toStorableText(text: string, length: number): string {
  return text.slice(0, length).replaceAll('\0', '').toWellFormed();
}

/** Converts every text in a value of plain objects and arrays. */
export function toStorableValue(value: unknown, length: number): unknown {
  if (typeof value === 'string') return toStorableText(value, length);
  if (Array.isArray(value)) return value.map((item) => toStorableValue(item, length));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      toStorableText(key, MAX_LENGTHS.name),
      toStorableValue(item, length),
    ]),
  );
}

/** Whether both PostgreSQL and ISO 8601 can represent a time. */
export function isStorableTime(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

import { createHash } from 'node:crypto';
import type { EventTime } from './calendar-event.ts';
import { readEventTime, stampOf } from './ics/event-time.ts';

const googleSuffix = '@google.com';

/** The id of an event in every calendar that contains it; Google's own UIDs contain theirs. */
export function idOfUid(uid: string): string {
  const own = uid.endsWith(googleSuffix) ? uid.slice(0, -googleSuffix.length) : '';
  // Google's alphabet for ids is base32hex: 0 to 9, a to v. Hexadecimal lies within it.
  return /^[0-9a-v]{5,}$/.test(own)
    ? own
    : `_${createHash('sha256').update(uid).digest('hex').slice(0, 40)}`;
}

export function uidOfId(id: string): string {
  return `${id}${googleSuffix}`;
}

export function idOfInstance(seriesId: string, original: EventTime): string {
  return `${seriesId}_${stampOf(readEventTime(original))}`;
}

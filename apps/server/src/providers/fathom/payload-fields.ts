import { isBusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';

/** A payload's fields by their path, with normalized names: 'meeting.scheduledstarttime'. */
export type Fields = ReadonlyMap<string, unknown>;

/** No Zap nests deeper; limits hostile payloads. */
const deepest = 6;
/** Maximum length of a name that is compared, per level; known names have 31 letters at most. */
const MAX_NAME_LENGTH = 100;
/** Maximum number of fields that are read. A recording has some forty; its transcript is a list. */
const MAX_FIELDS = 2_000;
/** No format of a time is longer. */
const MAX_TIME_LENGTH = 100;

/** `Meeting - Scheduled Start Time` and `meeting_scheduled_start_time` are the same name. */
const simplify = (name: string): string =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

export function fieldsOf(payload: unknown): Fields {
  const fields = new Map<string, unknown>();
  const walk = (value: unknown, path: string, depth: number) => {
    if (path !== '' && !fields.has(path)) fields.set(path, value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    if (depth >= deepest) return;
    for (const [name, inner] of Object.entries(value)) {
      if (fields.size >= MAX_FIELDS) return;
      walk(inner, path + simplify(name), depth + 1);
    }
  };
  walk(payload, '', 0);
  return fields;
}

/**
 * The first usable field with one of the names. A name can match the end of any path, so a Zap may
 * nest everything in a field of its own.
 */
export function pick<Value>(
  fields: Fields,
  names: readonly string[],
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const name of names) {
    const exact = read(fields.get(name));
    if (exact !== undefined) return exact;
  }
  for (const name of names) {
    // A short name is too ambiguous within a longer one.
    if (name.length < 8) continue;
    for (const [path, value] of fields) {
      const found = path.endsWith(name) ? read(value) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/**
 * Parses a date, which starts where all business days start; epoch seconds or milliseconds; ISO
 * 8601 and other formats that `Date` accepts, in UTC if they have no time zone, regardless of the
 * server's time zone.
 */
export function timeOf(value: unknown): Date | undefined {
  const text = textOf(value);
  if (text === undefined || text.length > MAX_TIME_LENGTH) return undefined;
  if (isBusinessDay(text)) return inRange(startOfBusinessDay(text));
  const number = /^\d{9,14}(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number !== undefined) return inRange(new Date(number < 1e11 ? number * 1_000 : number));
  const time = new Date(hasZone.test(text) ? text : inUtc(text));
  const year = time.getUTCFullYear();
  // `Date` parses 'Mar 2' and 'Sprint 3' as days of 2001. The year may differ by the time zone.
  const isWhole =
    /\d:\d\d/.test(text) && [year - 1, year, year + 1].some((one) => text.includes(`${one}`));
  return isWhole ? inRange(time) : undefined;
}

const hasZone = /(?:z|utc|gmt|[+-]\d\d:?\d\d|\b[ecmp][sd]t)(?:\s*\(.*\))?$/i;
const inUtc = (text: string): string => (/\dT\d/.test(text) ? `${text}Z` : `${text} UTC`);

function inRange(time: Date): Date | undefined {
  const year = time.getUTCFullYear();
  return year >= 2000 && year <= 9999 ? time : undefined;
}

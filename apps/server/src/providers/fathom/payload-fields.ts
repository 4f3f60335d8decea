import { isBusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';

/** A payload's fields by their path, names simplified: 'meeting.scheduledstarttime'. */
export type Fields = ReadonlyMap<string, unknown>;

/** No Zap nests deeper, and no hostile payload should. */
const deepest = 6;
/** The longest name that is compared, of one level; all that are known have 31 letters at most. */
const MAX_NAME_LENGTH = 100;
/** Fields that are looked at. A recording has some forty; what is said is a list. */
const MAX_FIELDS = 2_000;
/** No way to write a time is longer. */
const MAX_TIME_LENGTH = 100;

/** `Meeting - Scheduled Start Time` and `meeting_scheduled_start_time` are one name. */
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
 * The first field that has one of the names and is of use. A name may be anywhere at the end of
 * a path, so that a Zap may put everything into a field of its own.
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
    // A short name says too little inside of a longer one.
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
 * A day alone, which begins where all days do; epoch seconds or milliseconds; ISO 8601 and what
 * `Date` reads besides, in UTC where it names no zone, wherever the server runs.
 */
export function timeOf(value: unknown): Date | undefined {
  const text = textOf(value);
  if (text === undefined || text.length > MAX_TIME_LENGTH) return undefined;
  if (isBusinessDay(text)) return inRange(startOfBusinessDay(text));
  const number = /^\d{9,14}(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number !== undefined) return inRange(new Date(number < 1e11 ? number * 1_000 : number));
  const time = new Date(hasZone.test(text) ? text : inUtc(text));
  const year = time.getUTCFullYear();
  // Of 'Mar 2' and of 'Sprint 3' `Date` makes days of 2001. The year may differ by the zone.
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

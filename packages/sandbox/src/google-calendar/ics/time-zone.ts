/** The zone of every sample calendar. */
export const calendarTimeZone = 'America/New_York';

const formatters = new Map<string, Intl.DateTimeFormat>();

export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false; // Intl refuses a name that it does not know
  }
}

/** The offset of a zone from UTC at an instant, in milliseconds. */
export function offsetAt(zone: string, instant: number): number {
  const text =
    formatterOf(zone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const ahead = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
}

/**
 * The instant at which a zone's clock shows `wall` (milliseconds, as if the clock were UTC). A time
 * that the clock skips is read with the offset before, one that it shows twice is the first.
 */
export function instantAt(zone: string, wall: number): number {
  const before = wall - offsetAt(zone, wall - 24 * 60 * 60 * 1000);
  const after = wall - offsetAt(zone, wall + 24 * 60 * 60 * 1000);
  return before + offsetAt(zone, before) === wall || after + offsetAt(zone, after) !== wall
    ? before
    : after;
}

/** The time on a zone's clock at an instant, in milliseconds as if the clock were UTC. */
export function wallAt(zone: string, instant: number): number {
  return instant + offsetAt(zone, instant);
}

/** RFC 3339 with the zone's offset, without fractions of a second. */
export function formatIn(zone: string, instant: number): string {
  const offset = offsetAt(zone, instant);
  const wall = new Date(instant + offset).toISOString().slice(0, 19);
  const minutes = Math.abs(offset) / 60_000;
  const pad = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return offset === 0
    ? `${wall}Z`
    : `${wall}${offset < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) {
    return known;
  }
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  });
  formatters.set(zone, formatter);
  return formatter;
}

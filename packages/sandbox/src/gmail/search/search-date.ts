const dayMs = 24 * 60 * 60 * 1000;

/** Gmail's API reads a plain date as midnight there, wherever the user is. */
const zone = 'America/Los_Angeles';

/**
 * `after:` and `before:`: seconds since 1970, or YYYY/MM/DD. In milliseconds; undefined: no date.
 */
export function readSearchDate(value: string): number | undefined {
  if (/^\d{5,13}$/.test(value)) {
    return Number(value) * 1000;
  }
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value) ?? [];
  if (year === undefined) {
    return undefined;
  }
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return utc - offsetAt(utc - offsetAt(utc));
}

/** `newer_than:` and `older_than:`: so many days, months or years before `now`. */
export function readSearchAge(value: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,5})([dmy])$/i.exec(value) ?? [];
  if (count === undefined || unit === undefined) {
    return undefined;
  }
  if (unit.toLowerCase() === 'd') {
    return now - Number(count) * dayMs;
  }
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - Number(count) * (unit.toLowerCase() === 'y' ? 12 : 1));
  return date.getTime();
}

function offsetAt(instant: number): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})$/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 * 1000;
}

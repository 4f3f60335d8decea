const dayMs = 24 * 60 * 60 * 1000;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * RFC 5322's named zones; the military letters and unknown names mean an unknown offset, read as
 * UTC.
 */
const zoneMinutes: Record<string, number> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

const datePattern =
  /^(\s*)(?:([A-Za-z]{3,9})\s*,\s*)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[A-Za-z]{1,5})?/;

/**
 * The moment that a Date header names, in milliseconds; undefined when it names none (no day such
 * as 31 February, no time, not a date at all). A header without a zone is read as UTC.
 */
export function readMailDate(value: string): number | undefined {
  const match = datePattern.exec(value);
  if (match === null) {
    return undefined;
  }
  const [
    ,
    ,
    ,
    dayText = '',
    monthName = '',
    yearText = '',
    hour = '',
    minute = '',
    second = '0',
    zone = '',
  ] = match;
  const year = fullYear(yearText);
  const month = months.findIndex((name) => name.toLowerCase() === monthName.toLowerCase());
  const local = Date.UTC(year, month, Number(dayText));
  const offset = zoneOffset(zone);
  if (
    month === -1 ||
    new Date(local).getUTCDate() !== Number(dayText) ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 60 ||
    offset === undefined
  ) {
    return undefined;
  }
  return local + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000;
}

/**
 * The same Date header `days` times 24 hours later. Only the weekday and the day, month and year
 * change: the time, the zone in its form, spaces and comments stay as they were written.
 */
export function moveMailDate(value: string, days: number): string {
  const match = datePattern.exec(value);
  if (match === null || days === 0) {
    return value;
  }
  const [whole, , weekday, dayText = '', monthName = '', yearText = ''] = match;
  const month = months.findIndex((name) => name.toLowerCase() === monthName.toLowerCase());
  const moved = new Date(Date.UTC(fullYear(yearText), month, Number(dayText)) + days * dayMs);
  const head = whole.replace(
    /(?:[A-Za-z]{3,9}(\s*,\s*))?\d{1,2}(\s+)[A-Za-z]{3,9}\.?(\s+)(?:\d{4}|\d{2})/,
    (_, comma: string | undefined, beforeMonth: string, beforeYear: string) =>
      (weekday === undefined ? '' : `${weekdays[moved.getUTCDay()]}${comma ?? ', '}`) +
      String(moved.getUTCDate()).padStart(dayText.length, '0') +
      beforeMonth +
      months[moved.getUTCMonth()] +
      beforeYear +
      String(moved.getUTCFullYear()),
  );
  return head + value.slice(whole.length);
}

/** RFC 5322, section 4.3: years of two digits. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) {
    return year;
  }
  return year < 50 ? 2000 + year : 1900 + year;
}

/** Minutes east of UTC; undefined for an offset that no clock shows. */
function zoneOffset(zone: string): number | undefined {
  const numeric = /^([+-])(\d{2})(\d{2})$/.exec(zone);
  if (numeric === null) {
    return zoneMinutes[zone.toUpperCase()] ?? 0;
  }
  const [, sign, hours, minutes] = numeric;
  const offset = Number(hours) * 60 + Number(minutes);
  return Number(minutes) > 59 || Number(hours) > 23 ? undefined : offset * (sign === '-' ? -1 : 1);
}

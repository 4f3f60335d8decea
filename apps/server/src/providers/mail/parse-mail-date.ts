import { monthOf } from './month-names.ts';

/** Minutes east of UTC, of the names that are not ambiguous in mail. */
const zones: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  met: 60,
  mez: 60,
  cest: 120,
  mest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  ist: 330,
  hkt: 480,
  sgt: 480,
  awst: 480,
  jst: 540,
  kst: 540,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

/** A longer text is no date; characters. */
const MAX_LENGTH = 200;
/** The farthest that a zone is from UTC; minutes. */
const MAX_OFFSET = 14 * 60;

/** The half of a day, which is before the time in the languages of East Asia. */
const clock =
  /(?:(上午|午前|오전|下午|午後|오후)\s*)?(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\b\.?)?/i;
/** As some write it in Italy and in Finland. */
const dottedClock = /()\b(\d{1,2})\.(\d{2})\.(\d{2})()(?![.\d])/;

/** As RFC 5322 has it, which nearly all emails have several of: `Mon, 2 Mar 2026 10:00:00 +0100 (CET)`. */
const standard =
  /^\s*(?:[a-z]{3},)?\s*(\d{1,2})\s+([a-z]{3})\s+(\d{4})\s+(\d{2}):([0-5]\d)(?::([0-5]\d))?\s+(?:([+-])(\d{2})([0-5]\d)|gmt|utc?|z)\s*(?:\([^()]*\)\s*)?$/i;
const standardMonths = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** Undefined if the date is written in any other way. */
function parseStandard(text: string): number | undefined {
  const [, day, name = '', year, hour, minute, second = '0', sign, hours = '0', minutes = '0'] =
    standard.exec(text) ?? [];
  const month = standardMonths.indexOf(name.toLowerCase()) / 3;
  if (day === undefined || !Number.isInteger(month) || Number(hour) > 24) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const time = dayOf(year, month + 1, day);
  if (time === undefined || Math.abs(offset) > MAX_OFFSET) return undefined;
  return time + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1_000;
}

/**
 * The time of a Date header, as programs write it: RFC 5322, ISO 8601, and older or translated forms. A time without
 * a zone is in UTC, whatever the zone of the server.
 *
 * @returns undefined if the text is no date.
 */
export function parseMailDate(text: string | undefined): number | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  return parseStandard(text) ?? parseAnyForm(text);
}

function parseAnyForm(text: string): number | undefined {
  const plain = text
    .replaceAll(/\([^()]*\)/g, ' ')
    .trim()
    .toLowerCase();
  const divided = plain.replace(/(\d)t(\d)/, '$1 $2');
  const time = clock.exec(divided) ?? dottedClock.exec(divided);
  const rest =
    time === null
      ? divided
      : `${divided.slice(0, time.index)} | ${divided.slice(time.index + time[0].length)}`;
  const day = dayIn(rest);
  if (day === undefined) return undefined;
  const [, before = '', hour = '0', minute = '0', second = '0', after = ''] = time ?? [];
  const half = before + after;
  const isLate = /^(?:下午|午後|오후|p)/.test(half);
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0);
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const offset = time === null ? 0 : offsetIn(rest);
  return day + ((hours * 60 + Number(minute) - offset) * 60 + Number(second)) * 1_000;
}

function dayIn(text: string): number | undefined {
  const iso = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text);
  if (iso !== null) return dayOf(iso[1], Number(iso[2]), iso[3]);
  const eastern = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/.exec(text);
  if (eastern !== null) return dayOf(eastern[1], Number(eastern[2]), eastern[3]);
  for (const [index, word] of [...text.matchAll(/\p{L}{3,}/gu)].entries()) {
    const month = monthOf(word[0]);
    // The first word is a weekday where a second one is a month: `mar. 3 nov.`
    if (month === undefined || (index === 0 && isWeekday(text, word))) continue;
    const day = dayBeside(
      month,
      text.slice(0, word.index),
      text.slice(word.index + word[0].length),
    );
    if (day !== undefined) return day;
  }
  const european = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text);
  return european === null ? undefined : dayOf(european[3], Number(european[2]), european[1]);
}

/** The day and the year around the name of a month: `2 mar 2026`, `mar 2, 2026`, `2026 mar 2`. */
function dayBeside(month: number, before: string, after: string): number | undefined {
  const [, dayBefore] =
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s.,-]*(?:de|of)?[\s.,-]*$/.exec(before) ?? [];
  const [, dayAfter, rest] =
    dayBefore === undefined ? (/^[\s.,-]*(\d{1,2})\b([^]*)$/.exec(after) ?? []) : [];
  const [, yearBefore] = /(?<!\d)(\d{4})[\s.,-]*$/.exec(before) ?? [];
  // Programs that count the years from 1900 write 126.
  const [, yearAfter] =
    /(?:^|[\s.,|-])(\d{4}|(?:1\d{2}|\d{2})(?=\s*(?:\||$)))(?!\d)/.exec(
      (rest ?? after).replaceAll(/\s[+-]\d{4}/g, ' '),
    ) ?? [];
  const [day, year] = [dayBefore ?? dayAfter, yearBefore ?? yearAfter];
  return day === undefined || year === undefined ? undefined : dayOf(year, month, day);
}

/** Whether another month follows a word that may be either. */
const isWeekday = (text: string, { 0: word, index }: RegExpExecArray): boolean =>
  [...text.slice(index + word.length).matchAll(/\p{L}{3,}/gu)].some(
    ([next]) => monthOf(next) !== undefined,
  );

function dayOf(
  year: string | undefined,
  month: number,
  day: string | undefined,
): number | undefined {
  const short = Number(year);
  const full = short >= 1000 ? short : short + (short < 70 ? 2000 : 1900);
  const date = new Date(Date.UTC(full, month - 1, Number(day)));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.getTime() : undefined;
}

function offsetIn(text: string): number {
  const after = text.slice(text.indexOf('|'));
  const [, sign, hours = '', minutes = '0'] = /([+\-−])(\d{1,2}):?(\d{2})?\b/.exec(after) ?? [];
  const [, name = ''] = /\b([a-z]{1,5})\b/.exec(after) ?? [];
  const named = zones[name];
  if (sign === undefined) return named ?? 0;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
  return Math.abs(offset) > MAX_OFFSET ? 0 : offset;
}

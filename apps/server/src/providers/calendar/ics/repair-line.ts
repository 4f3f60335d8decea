import ICAL from 'ical.js';
import { tidyParameters, withoutQuotes } from './content-line.ts';

/** Properties with times as values. */
const times = new Set(['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate']);
/** Whether the values of a property are times; in lower case. */
export const isTimes = (name: string): boolean => times.has(name);
/** Colons of a line that may begin its values: names of zones contain some. */
const MAX_COLONS = 8;
/** Values of a line. */
const MAX_VALUES = 1_000;
/** Extensions of a rule that do not change its dates. */
const knownPart =
  /^(?:FREQ|COUNT|INTERVAL|UNTIL|WKST|BY(?:SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))=/;
const withoutEffect = /^(?:X-|RSCALE=GREGORIAN$|SKIP=OMIT$)/;

const stampForm =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Writes a line as the standard does where programs write it otherwise and mean the same beyond doubt: a day without
 * VALUE=DATE, a time without seconds or with an offset, a rule in lower case or with empty parts. Days and times in one
 * list become two lines, and many of them more.
 *
 * @throws Error for a rule with a part that is not known: without it, it would have other dates.
 * @param name the property in lower case.
 */
export function repairLine(name: string, line: string): string[] {
  if (times.has(name)) return repairTimes(line) ?? [line];
  if (name === 'rrule' || name === 'exrule') return [repairRule(line, name)];
  if (name === 'duration') return repairDuration(line);
  if (name === 'tzoffsetfrom' || name === 'tzoffsetto') {
    return [
      line
        .replace(/:\s*([+-]?)(\d{2}):?(\d{2})(?::?\d{2})?\s*$/, ':$1$2$3')
        .replace(/:(\d)/, ':+$1'),
    ];
  }
  return [line];
}

function repairTimes(line: string): string[] | undefined {
  let colon = line.indexOf(':');
  for (let count = 0; colon !== -1 && count < MAX_COLONS; count += 1) {
    const found = readTimes(line.slice(colon + 1));
    if (found !== undefined) {
      const parameters = repairParameters(line.slice(0, colon));
      return [
        ...of(parameters, ';VALUE=DATE', found.days),
        ...of(parameters, '', found.instants),
        ...of(parameters, ';VALUE=PERIOD', found.periods),
      ];
    }
    colon = line.indexOf(':', colon + 1);
  }
  return undefined;
}

/** Several lines where there are many values: ical.js reads a line in one go. */
const of = (parameters: string, value: string, values: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(values.length / MAX_VALUES) }, (_, part) => {
    const some = values.slice(part * MAX_VALUES, (part + 1) * MAX_VALUES);
    return `${parameters}${value}:${some.join(',')}`;
  });

interface Times {
  days: string[];
  instants: string[];
  periods: string[];
}

/** @returns undefined where one of them is none. */
function readTimes(text: string): Times | undefined {
  const found: Times = { days: [], instants: [], periods: [] };
  for (const value of withoutQuotes(text).split(/[,;]/)) {
    const one = withoutQuotes(value);
    // A list may end with its separator.
    if (one === '') continue;
    const [begin = '', end] = one.split('/');
    const stamp = readStamp(begin);
    if (stamp === undefined) return undefined;
    if (end !== undefined) found.periods.push(`${stamp}/${readStamp(end) ?? end}`);
    else if (stamp.length === 8) found.days.push(stamp);
    else found.instants.push(stamp);
  }
  return found.days.length + found.instants.length + found.periods.length === 0 ? undefined : found;
}

/** A day or time in the form of the standard. */
function readStamp(text: string): string | undefined {
  const parts = stampForm.exec(text);
  if (parts === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '', second = '00', zone = ''] = parts;
  if (hour === undefined) return `${year}${month}${day}`;
  const isUtc = /^[a-z]/i.test(zone);
  const written = `${year}${month}${day}T${hour}${minute}${second}${isUtc ? 'Z' : ''}`;
  const isMidnightAfter = hour === '24' && minute === '00';
  if (/^[+-]/.test(zone) || isMidnightAfter || second === '60') {
    const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})/.exec(zone) ?? [];
    const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
    const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map(Number) as [
      number,
      ...[number, number, number, number, number],
    ];
    const at = new Date(Date.UTC(y, m - 1, d, h, min - ahead, Math.min(s, 59)));
    if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return undefined;
    const digits = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    return sign !== undefined || isUtc ? `${digits}Z` : digits;
  }
  return written;
}

/** A parameter that names a zone without the equals sign: `TZID:Europe/Berlin`, or the name alone. */
const bareZone = /^(?:tzid\b[\s:]*(?=\S)|(?=[^=]*\/))([^=]+)$/i;

/**
 * Removes VALUE, which the values imply, and adds missing quotes. The first parameter may follow a colon:
 * `DTSTART:TZID=Europe/Berlin:20261125T100000`.
 */
function repairParameters(text: string): string {
  const [name = '', ...parts] = partsOf(text.replace(/^([\w-]+)\s*:/, '$1;'));
  const named = parts.map((part) => {
    const zone = bareZone.exec(part.trim())?.[1];
    return zone === undefined ? part : `TZID=${zone.trim()}`;
  });
  const parameters = tidyParameters(named)
    .filter((part) => !/^value=/i.test(part))
    .map((part) => {
      const [, key, value] = /^([\w-]+)=([^"]*[:,;][^"]*)$/.exec(part) ?? [];
      return key === undefined ? part : `${key}="${value}"`;
    });
  return [name.trim(), ...parameters].join(';');
}

/** The parts between semicolons outside of quotes. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const [index, quoted] of text.split('"').entries()) {
    const isQuoted = index % 2 === 1;
    const [first = '', ...others] = isQuoted ? [`"${quoted}"`] : quoted.split(';');
    parts.push(`${parts.pop() ?? ''}${first}`, ...others);
  }
  return parts;
}

/** Repairs a rule with upper-case letters: removes empty parts, and writes UNTIL in the standard's form. */
function repairRule(line: string, name: 'rrule' | 'exrule'): string {
  const value = line.slice(line.lastIndexOf(':') + 1);
  const old = fromVCalendar(value.trim());
  const parts = (old ?? value)
    .toUpperCase()
    .split(';')
    .map((part) => part.replaceAll(/\s/g, ''))
    .filter((part) => /^[^=]+=./.test(part) && !withoutEffect.test(part))
    .map((part) => {
      if (!knownPart.test(part)) {
        throw new Error(`It has a rule with “${part.slice(0, 40)}”, which is not known.`);
      }
      const until = /^UNTIL=(.+)$/.exec(part)?.[1];
      const repaired = until === undefined ? part : `UNTIL=${readStamp(until) ?? until}`;
      requireReadable(repaired);
      return repaired;
    });
  return `${name.toUpperCase()}:${[...new Set(parts)].join(';')}`;
}

/** A length that cannot be read is as good as none. */
function repairDuration(line: string): string[] {
  const value = line
    .slice(line.lastIndexOf(':') + 1)
    .toUpperCase()
    .replaceAll(/\s/g, '');
  const isReadable =
    /^[+-]?P(?=[\dT])(?:\d{1,9}W)?(?:\d{1,9}D)?(?:T(?=\d)(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}S)?)?$/.test(
      value,
    );
  return isReadable ? [`DURATION:${value}`] : [];
}

/** Throws in words for users what the parser would say of its own work. */
function requireReadable(part: string): void {
  try {
    ICAL.Recur.fromString(part.startsWith('FREQ=') ? part : `FREQ=DAILY;${part}`);
  } catch (cause) {
    throw new Error(`It has a rule with “${part.slice(0, 40)}”, which cannot be read.`, { cause });
  }
}

const frequencies: Readonly<Record<string, [frequency: string, by: string]>> = {
  D: ['DAILY', ''],
  W: ['WEEKLY', 'BYDAY'],
  MP: ['MONTHLY', 'BYDAY'],
  MD: ['MONTHLY', 'BYMONTHDAY'],
  YM: ['YEARLY', 'BYMONTH'],
  YD: ['YEARLY', 'BYYEARDAY'],
};

/** A rule of vCalendar 1.0: 'W2 MO WE #10' is every second week, ten times; without an end it is twice. */
function fromVCalendar(value: string): string | undefined {
  const [, kind = '', interval = '', rest = ''] =
    /^(D|W|MP|MD|YM|YD)(\d{1,4})((?: .*)?)$/i.exec(value) ?? [];
  const [frequency, by = ''] = frequencies[kind.toUpperCase()] ?? [];
  if (frequency === undefined) return undefined;
  const rule = [`FREQ=${frequency}`, `INTERVAL=${interval}`];
  const listed: string[] = [];
  let [prefix, end] = ['', 'COUNT=2'];
  for (const word of rest.toUpperCase().split(/\s+/)) {
    if (/^#\d+$/.test(word)) end = word === '#0' ? '' : `COUNT=${word.slice(1)}`;
    else if (/^\d{8}(T\d{6}Z?)?$/.test(word)) end = `UNTIL=${word}`;
    else if (/^\d+[+-]$/.test(word) && by === 'BYDAY') {
      prefix = word.endsWith('-') ? `-${word.slice(0, -1)}` : word.slice(0, -1);
    } else if (/^\d+-$/.test(word)) listed.push(`-${word.slice(0, -1)}`);
    else if (word === 'LD') listed.push('-1');
    else if (/^\d+\+?$/.test(word)) listed.push(word.replace('+', ''));
    else if (/^(MO|TU|WE|TH|FR|SA|SU)$/.test(word)) listed.push(`${prefix}${word}`);
    else if (word !== '') return undefined;
  }
  if (by !== '' && listed.length > 0) rule.push(`${by}=${listed.join(',')}`);
  return [...rule, end].join(';');
}

import ICAL from 'ical.js';

/**
 * Parameters of one line. ical.js looks through the whole rest of a line for each of them: thousands
 * take it seconds.
 */
const MAX_PARAMETERS = 50;
/** Lines without what continues them. ical.js needs a microsecond for each, however short it is. */
const MAX_LINES = 40_000;
/** Parameters of which ical.js reads several quoted values. */
const listed = new Set(['delegated-from', 'delegated-to', 'member']);

/**
 * Parses an iCalendar text, which may come from anyone.
 *
 * @throws Error when it cannot be read; the message is for users.
 */
export function parseCalendar(ics: string): ICAL.Component {
  const lines = ics
    .trimStart()
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  // With a visiting card anywhere, ical.js reads what follows by other rules.
  const names = lines.map((line) => (line.length <= 20 ? line.trim().toLowerCase() : ''));
  if (names[0] !== 'begin:vcalendar' || names.includes('begin:vcard')) {
    throw new Error('The calendar data cannot be read.');
  }
  if (lines.length > MAX_LINES) throw new Error('It has too many lines.');
  if (lines.some(hasManyParameters)) throw new Error('It has a line with too many parameters.');
  try {
    const parsed: unknown = ICAL.parse(ics);
    const [first] = parsed as unknown[];
    // Several calendars in one resource are a list of them.
    const component = new ICAL.Component((Array.isArray(first) ? first : parsed) as unknown[]);
    if (component.name !== 'vcalendar') throw new Error('It is not a calendar.');
    return component;
  } catch (cause) {
    throw new Error('The calendar data cannot be read.', { cause });
  }
}

/** Counts as ical.js reads, which does not end names at a colon, nor quotes where others do. */
function hasManyParameters(line: string): boolean {
  const [first, colon] = [line.indexOf(';'), line.indexOf(':')];
  if (first === -1 || (colon !== -1 && colon < first)) return false;
  let [begin, from] = [first + 1, first + 1];
  for (let count = 1; count <= MAX_PARAMETERS; count += 1) {
    const equals = line.indexOf('=', from);
    if (equals === -1) return false;
    const isQuoted = line[equals + 1] === '"';
    const name = line.slice(begin, Math.min(equals, begin + 20)).toLowerCase();
    const end = isQuoted ? endOfQuotes(line, equals + 1, listed.has(name)) : equals + 1;
    if (end === undefined) return false;
    const [next, value] = [line.indexOf(';', end), line.indexOf(':', end)];
    if (next === -1 || (value !== -1 && value < next)) return false;
    begin = next + 1;
    from = isQuoted ? end + 1 : begin;
  }
  return true;
}

/** The end of a quoted value or a list of them; undefined if it is not closed. */
function endOfQuotes(line: string, begin: number, isList: boolean): number | undefined {
  let end = line.indexOf('"', begin + 1);
  if (isList) {
    while (end !== -1 && line.startsWith(',"', end + 1)) end = line.indexOf('"', end + 3);
  }
  return end === -1 ? undefined : end;
}

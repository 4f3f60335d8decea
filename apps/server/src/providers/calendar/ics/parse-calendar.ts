import ICAL from 'ical.js';
import { tidyLine, tidyName } from './content-line.ts';
import { isTimes, repairLine } from './repair-line.ts';
import type { Steps } from './steps.ts';
import { unfoldLines } from './unfold-lines.ts';

/**
 * Parameters of one line. ical.js looks through the whole rest of a line for each of them: thousands
 * take it seconds.
 */
const MAX_PARAMETERS = 50;
/** Lines without what continues them. ical.js needs a microsecond for each, however short it is. */
const MAX_LINES = 40_000;
/** Lines between two steps, and their characters. */
const LINES_OF_STEP = 200;
const CHARACTERS_OF_STEP = 64 * 1024;
/** Parameters that ical.js reads with several quoted values. */
const listed = new Set(['delegated-from', 'delegated-to', 'member']);

/** The longest lines of a kind; characters. */
const MAX_LENGTH = 64 * 1024;
/** All dates that an event may name. */
const MAX_DATES_LENGTH = 300 * 1024;
/** Longer texts are cut; characters. */
const MAX_TEXT_LENGTH = 256 * 1024;

const texts = new Set(['summary', 'description', 'location']);
const dates = new Set(['rdate', 'exdate']);
/** The properties that are read, in addition; all others are left out: attachments and alarms may be large. */
const others = new Set([
  'attendee',
  'class',
  'dtend',
  'dtstart',
  'duration',
  'exrule',
  'organizer',
  'recurrence-id',
  'rrule',
  'sequence',
  'status',
  'tzid',
  'tzoffsetfrom',
  'tzoffsetto',
  'uid',
  'transp',
  'x-microsoft-cdo-busystatus',
  'x-wr-timezone',
]);
const components = new Set(['vcalendar', 'vevent', 'vtimezone', 'standard', 'daylight']);

/** A component as ical.js represents it: its name, properties and components. */
type JCal = [name: string, properties: unknown[], components: JCal[]];

/**
 * Parses the part of an iCalendar text that is read: events and time zones. The text may come from anyone.
 *
 * @throws Error when it cannot be read; the message is for users.
 */
export function* parseCalendar(ics: string): Steps<ICAL.Component> {
  const lines = linesOf(ics);
  yield;
  for (const [index, line] of lines.entries()) {
    if (index % LINES_OF_STEP === LINES_OF_STEP - 1) yield;
    if (hasManyParameters(line)) throw tooManyParameters();
  }
  const root: JCal = ['', [], []];
  const open: JCal[] = [root];
  /** Components in one that is left out. */
  let ignored = 0;
  let [count, characters] = [0, 0];
  for (const line of lines) {
    count += 1;
    characters += line.length;
    if (count >= LINES_OF_STEP || characters >= CHARACTERS_OF_STEP) {
      yield;
      [count, characters] = [0, 0];
    }
    const [, edge = '', value = ''] = /^(begin|end):\s*(\S{1,30})\s*$/i.exec(line) ?? [];
    const parent = open.at(-1) ?? root;
    if (edge.toLowerCase() === 'begin') {
      if (ignored > 0 || !components.has(value.toLowerCase())) ignored += 1;
      else open.push(addComponent(parent, value.toLowerCase()));
    } else if (edge !== '') {
      if (ignored > 0) ignored -= 1;
      else open.pop();
      // Text after the first calendar is not read.
      if (open.length <= 1) break;
    } else if (ignored === 0) {
      for (const property of yield* parseLine(line)) parent[1].push(property);
    }
  }
  const [calendar] = root[2];
  if (open.length !== 1 || calendar === undefined) throw unreadable();
  return new ICAL.Component(calendar);
}

const tooManyParameters = () => new Error('It has a line with too many parameters.');
const unreadable = (cause?: unknown) => new Error('The calendar data cannot be read.', { cause });

/** The lines of a calendar, each with its continuation lines. */
function linesOf(ics: string): string[] {
  const text = ics.trimStart();
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    const next = text[at + 1];
    if (next !== ' ' && next !== '\t') count += 1;
    if (count > MAX_LINES) throw new Error('It has too many lines.');
  }
  const lines = unfoldLines(text).map(tidyName);
  // With a visiting card anywhere, ical.js reads what follows by other rules.
  const names = lines.map((line) =>
    line.length <= 40 ? line.replaceAll(/\s/g, '').toLowerCase() : '',
  );
  if (names[0] !== 'begin:vcalendar' || names.includes('begin:vcard')) throw unreadable();
  return lines;
}

function addComponent(parent: JCal, name: string): JCal {
  const component: JCal = [name, [], []];
  parent[2].push(component);
  return component;
}

/** @returns no lines for a property that is not read. */
function* parseLine(line: string): Steps<unknown[]> {
  const [name = ''] = /^[\w-]{1,30}(?=[;:])/.exec(line) ?? [];
  const known = name.toLowerCase();
  const isText = texts.has(known);
  if (!isText && !dates.has(known) && !others.has(known)) return [];
  if (!isText && line.length > (dates.has(known) ? MAX_DATES_LENGTH : MAX_LENGTH)) {
    throw new Error('It has a line that is too long.');
  }
  const cut = isText ? line.slice(0, MAX_TEXT_LENGTH) : line;
  // The keys of stored meetings contain the UID as it is written.
  const tidy = isTimes(known) ? cut : tidyLine(cut, { keepsValue: isText || known === 'uid' });
  const written = isText ? [tidy] : repairLine(known, tidy);
  if (written.some(hasManyParameters)) throw tooManyParameters();
  const properties: unknown[] = [];
  for (const [index, part] of written.entries()) {
    if (index > 0) yield;
    try {
      properties.push(ICAL.parse.property(part));
    } catch (cause) {
      throw unreadable(cause);
    }
  }
  return properties;
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

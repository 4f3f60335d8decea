import { setImmediate } from 'node:timers/promises';
import { FORMAT_BYTES } from '../find-format.ts';
import { MAX_EVENTS, MAX_UID_BYTES, TURN_MS } from '../mail-file-limits.ts';

const newline = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
/** The first letters of the lines that matter, in both cases: BEGIN, END, METHOD, UID, X-WR-TIMEZONE. */
const firstLetters = new Set([...'BEMUXbemux'].map((letter) => letter.charCodeAt(0)));
/** The part of a line that is read; bytes. */
const MAX_LINE = 200;
/** The beginning of a line that shows whether what matters may be in the lines that continue it; bytes. */
const MAX_NAME = 40;
/** A line that ends before its value, and the zone, whose name may be long. */
const mayBeFolded = /^(?:[\w-]+\s*[:;]?[ \t]*\r?\n[ \t]|x-wr-timezone)/i;
/** Lines between two looks at the clock. */
const LINES_OF_TURN = 2_000;

/** One calendar (VCALENDAR) of a file. */
export interface CalendarText {
  /** The iTIP method that the events are sent with; empty for a stored calendar. */
  method: string;
  /** Its own lines that matter and its definitions of zones. */
  head: Buffer[];
  /** The events of each UID in the order of the first: a series and its changed occurrences. */
  events: Buffer[][];
  /** Events beyond the maximum, which are left out. */
  excess: number;
  /** Whether the file ends within it. */
  isCut: boolean;
}

/** An event or something else in a calendar that has begun and not ended. */
interface Open {
  name: string;
  begin: number;
  depth: number;
  uid: string | undefined;
}

/**
 * Finds the events of an iCalendar file without parsing them, line by line, so that the time depends on its size
 * alone. Programs write the changed occurrences of a series anywhere in the file.
 */
export async function* splitCalendars(file: Buffer): AsyncGenerator<CalendarText> {
  let calendar: Collecting | undefined;
  let open: Open | undefined;
  let lines = 0;
  let turnEnds = performance.now() + TURN_MS;
  for (let at = startOf(file); at < file.length;) {
    const lineEnd = file.indexOf(newline, at);
    let next = lineEnd === -1 ? file.length : lineEnd + 1;
    const [begin, first] = [at, file[at] ?? 0];
    at = next;
    lines += 1;
    if (lines % LINES_OF_TURN === 0 && performance.now() > turnEnds) {
      await setImmediate();
      turnEnds = performance.now() + TURN_MS;
    }
    if (!firstLetters.has(first)) continue;
    const isFolded = mayBeFolded.test(file.toString('latin1', begin, begin + MAX_NAME));
    if (isFolded) at = next = endOfFolds(file, next);
    const line = unfolded(file.toString('latin1', begin, Math.min(next, begin + MAX_LINE)));
    const [, edge = '', component = ''] = /^(begin|end)\s*:\s*([\w-]+)$/i.exec(line) ?? [];
    const name = component.toUpperCase();
    const isBegin = edge.toUpperCase() === 'BEGIN';
    if (name === 'VCALENDAR') {
      // Open components end with their calendar. The next calendar may follow without an `END`.
      if (calendar !== undefined) yield endCalendar(calendar, open !== undefined);
      calendar = isBegin ? createCalendar() : undefined;
      open = undefined;
    } else if (calendar === undefined) continue;
    else if (edge === '') {
      if (open === undefined) addLine(calendar, line, file.subarray(begin, next));
      else if (open.depth === 1 && /^uid\s*[;:]/i.test(line)) open.uid ??= uidAt(file, begin);
    } else if (isBegin) {
      if (open === undefined) open = { name, begin, depth: 1, uid: undefined };
      else open.depth += 1;
    } else if (open !== undefined) {
      open.depth -= 1;
      if (open.depth > 0) continue;
      addComponent(calendar, open, file.subarray(open.begin, next));
      open = undefined;
    }
  }
  if (calendar !== undefined) yield endCalendar(calendar, true);
}

/** The position after the lines that continue one. */
function endOfFolds(file: Buffer, next: number): number {
  let end = next;
  while (file[end] === SPACE || file[end] === TAB) {
    const lineEnd = file.indexOf(newline, end);
    end = lineEnd === -1 ? file.length : lineEnd + 1;
  }
  return end;
}

const unfolded = (lines: string): string => lines.replaceAll(/\r?\n[ \t]/g, '').trimEnd();

/** The beginning of a file after spaces and the mark of UTF-8, which some programs write. */
const startOf = (file: Buffer): number =>
  file.toString('latin1', 0, FORMAT_BYTES).search(/begin\s{0,20}:\s{0,20}vcalendar/i);

interface Collecting extends Omit<CalendarText, 'events' | 'isCut'> {
  events: Map<string, Buffer[]>;
}

const createCalendar = (): Collecting => ({
  method: '',
  head: [],
  events: new Map(),
  excess: 0,
});

const endCalendar = ({ events, ...calendar }: Collecting, isCut: boolean): CalendarText => ({
  ...calendar,
  events: [...events.values()],
  isCut,
});

function addLine(calendar: Collecting, line: string, bytes: Buffer): void {
  const [, method] = /^method\s*(?:;[^:]*)?:\s*"?\s*(\w+)\s*"?$/i.exec(line) ?? [];
  if (method !== undefined) calendar.method = method.toUpperCase();
  else if (/^x-wr-timezone\s*[;:]/i.test(line)) calendar.head.push(bytes);
}

function addComponent(calendar: Collecting, { name, uid }: Open, bytes: Buffer): void {
  if (name === 'VTIMEZONE') calendar.head.push(bytes);
  if (name !== 'VEVENT') return;
  const { events } = calendar;
  // One without a UID is an event by itself.
  const key = uid || `\n${events.size}`;
  const known = events.get(key);
  if (known !== undefined) known.push(bytes);
  else if (events.size < MAX_EVENTS) events.set(key, [bytes]);
  else calendar.excess += 1;
}

/** The value of a UID. Programs break long ones into several lines. */
function uidAt(file: Buffer, begin: number): string {
  const bytes = file.subarray(begin, begin + MAX_UID_BYTES);
  // As bytes: a UID only has to be equal to itself.
  const [line = ''] = bytes
    .toString('latin1')
    .replaceAll(/(?:\r{0,3}\n){1,3}[ \t]/g, '')
    .split(/\r{0,3}\n/);
  return line.slice(line.indexOf(':') + 1).trim();
}

import type ICAL from 'ical.js';
import { spend, type StepBudget } from './step-budget.ts';
import type { Steps } from './steps.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Periods of a rule that are looked at, and times that it gives. */
const MAX_STEPS = 20_000;
/** Times of a rule within one day: every half hour, or quarters of working hours. */
const MAX_TIMES_OF_DAY = 50;

/** The budget that one step of the work spends, about: a millisecond. */
const STEPS_OF_TURN = 500;
/** Days of the week that a rule names: more than each week of a month has. */
const MAX_DAYS = 100;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

interface Nth {
  weekday: number;
  /** The how-manieth of the month or year; from its end when negative; 0 for all. */
  nth: number;
}

interface Rule {
  frequency: string;
  interval: number;
  count: number;
  /** 0 for Sunday. */
  weekStart: number;
  months: ReadonlySet<number>;
  weeks: ReadonlySet<number>;
  yearDays: ReadonlySet<number>;
  monthDays: ReadonlySet<number>;
  days: readonly Nth[];
  hours: ReadonlySet<number>;
  minutes: ReadonlySet<number>;
  seconds: ReadonlySet<number>;
  positions: ReadonlySet<number>;
}

/** A rule with its times of the day: milliseconds since midnight, in order. */
interface TimedRule extends Rule {
  times: readonly number[];
}

/** The part of a series that is followed; wall times. */
interface RuleSpan {
  start: number;
  /** Times before it are left out. */
  from?: number;
  end: number;
}

/**
 * The wall times of a rule (RFC 5545, 3.3.10) up to `end`, without its UNTIL, which is
 * an instant. Its own iteration in place of that of ical.js, which never ends for some rules: each
 * period is looked at once, and there are at most 20,000. Without a number of times (COUNT), the first one
 * is that of `from`.
 *
 * @throws Error for a rule that recurs more often than daily or too often within a day, and when the
 *   budget is used up.
 */
export function* followRule(
  recur: ICAL.Recur,
  { start, from = start, end }: RuleSpan,
  budget: StepBudget,
): Steps<number[]> {
  const rule = withDefaults(readRule(recur), start);
  const found: number[] = [];
  const skipped = rule.count === Infinity ? periodsBefore(rule, start, from) : 0;
  let count = 0;
  let turnEnds = budget.steps - STEPS_OF_TURN;
  for (let step = skipped; step < skipped + MAX_STEPS; step += 1) {
    if (budget.steps < turnEnds) {
      yield;
      turnEnds = budget.steps - STEPS_OF_TURN;
    }
    const [first, last] = periodOf(rule, start, step);
    if (!Number.isFinite(first) || first > end) return found;
    for (const wall of timesIn(rule, first, last, start, budget)) {
      if (wall < start) continue;
      if (wall > end || count >= rule.count) return found;
      if (count >= MAX_STEPS) throw new Error('It recurs too often.');
      count += 1;
      if (wall >= from) found.push(wall);
    }
    if (count >= rule.count) return found;
  }
  throw new Error('Its rule takes too long to follow.');
}

/** The number of periods that end before a time, by which the rule can begin later; fewer where that is uncertain. */
function periodsBefore({ frequency, interval }: Rule, start: number, from: number): number {
  if (!Number.isFinite(from) || from <= start) return 0;
  const days = (from - start) / dayMs;
  const daysOf = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[frequency] ?? 366;
  return Math.max(0, Math.floor(days / daysOf / interval) - 2);
}

function readRule(recur: ICAL.Recur): Rule {
  const part = (name: keyof ICAL.Recur['parts']): Set<number> =>
    new Set(list(recur.parts[name]).map(Number));
  const frequency = String(recur.freq);
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) {
    throw new Error(`It recurs ${frequency}; at most daily is read.`);
  }
  return {
    frequency,
    interval: Math.max(1, Math.floor(recur.interval || 1)),
    count: recur.count ?? Infinity,
    // ical.js counts from 1 for Sunday.
    weekStart: ((recur.wkst ?? 2) + 6) % 7,
    months: part('BYMONTH'),
    weeks: part('BYWEEKNO'),
    yearDays: part('BYYEARDAY'),
    monthDays: part('BYMONTHDAY'),
    days: readDays(recur.parts['BYDAY']),
    hours: part('BYHOUR'),
    minutes: part('BYMINUTE'),
    seconds: part('BYSECOND'),
    positions: part('BYSETPOS'),
  };
}

const list = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

function readDays(value: unknown): Nth[] {
  const days = list(value);
  if (days.length > MAX_DAYS) throw new Error('Its rule has too many days of the week.');
  return days.map(readDay);
}

function readDay(text: unknown): Nth {
  const [, nth = '', day = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(String(text)) ?? [];
  const weekday = weekdays.indexOf(day);
  if (weekday < 0) throw new Error(`“${String(text)}” is no day of the week.`);
  return { weekday, nth: Number(nth) };
}

/** Parts that a rule omits are taken from its start. */
function withDefaults(rule: Rule, start: number): TimedRule {
  const date = new Date(start);
  const { days, monthDays, yearDays, weeks, months, frequency } = rule;
  const ofStart = { weekday: date.getUTCDay(), nth: 0 };
  const timed = { ...rule, times: timesOfDay(rule, date) };
  if (days.length + monthDays.size + yearDays.size > 0) return timed;
  if (frequency === 'WEEKLY' || weeks.size > 0) return { ...timed, days: [ofStart] };
  if (frequency === 'DAILY') return timed;
  return {
    ...timed,
    monthDays: new Set([date.getUTCDate()]),
    months:
      frequency === 'YEARLY' && months.size === 0 ? new Set([date.getUTCMonth() + 1]) : months,
  };
}

function timesOfDay({ hours, minutes, seconds }: Rule, start: Date): number[] {
  const [h, m, s] = [
    hours.size > 0 ? [...hours] : [start.getUTCHours()],
    minutes.size > 0 ? [...minutes] : [start.getUTCMinutes()],
    seconds.size > 0 ? [...seconds] : [start.getUTCSeconds()],
  ];
  if (h.length * m.length * s.length > MAX_TIMES_OF_DAY) {
    throw new Error(`It recurs too often: more than ${MAX_TIMES_OF_DAY} times a day.`);
  }
  const times = h.flatMap((hour) =>
    m.flatMap((minute) => s.map((second) => ((hour * 60 + minute) * 60 + second) * 1000)),
  );
  return sorted(times);
}

/** The first day of a period and that of the next one; midnights as wall times. */
function periodOf(
  { frequency, interval, weekStart }: Rule,
  start: number,
  step: number,
): [number, number] {
  const date = new Date(start);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const today = Math.floor(start / dayMs) * dayMs;
  const skipped = step * interval;
  if (frequency === 'DAILY') {
    const day = today + skipped * dayMs;
    return [day, day + dayMs];
  }
  if (frequency === 'WEEKLY') {
    const week = today - ((date.getUTCDay() - weekStart + 7) % 7) * dayMs + skipped * 7 * dayMs;
    return [week, week + 7 * dayMs];
  }
  return frequency === 'MONTHLY'
    ? [Date.UTC(year, month + skipped, 1), Date.UTC(year, month + skipped + 1, 1)]
    : [Date.UTC(year + skipped, 0, 1), Date.UTC(year + skipped + 1, 0, 1)];
}

function timesIn(
  rule: TimedRule,
  first: number,
  last: number,
  start: number,
  budget: StepBudget,
): number[] {
  const { months, positions } = rule;
  const times: number[] = [];
  spend(budget, 1 + positions.size);
  for (let day = first; day < last; day += dayMs) {
    spend(budget, 1);
    // Positions count from the beginning of the period, also where that is before the start.
    if (positions.size === 0 && day + dayMs <= start) continue;
    if (months.size > 0 && !months.has(new Date(day).getUTCMonth() + 1)) {
      day = nextMonth(day) - dayMs;
      continue;
    }
    if (!isNamed(rule, day)) continue;
    spend(budget, rule.times.length);
    for (const time of rule.times) times.push(day + time);
  }
  if (positions.size === 0) return times;
  const chosen = [...positions].flatMap(
    (position) => times.at(position > 0 ? position - 1 : position) ?? [],
  );
  return sorted([...new Set(chosen)]);
}

function nextMonth(day: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

/** Whether a rule names a day of a month that it names. */
function isNamed(rule: Rule, day: number): boolean {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const { months, monthDays, yearDays, weeks, days, frequency } = rule;
  const ofMonth = { begin: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) };
  const ofYear = { begin: Date.UTC(year, 0, 1), end: Date.UTC(year + 1, 0, 1) };
  if (monthDays.size > 0 && !isCounted(monthDays, day, ofMonth)) return false;
  if (yearDays.size > 0 && !isCounted(yearDays, day, ofYear)) return false;
  if (weeks.size > 0 && !isInWeek(weeks, day, rule.weekStart)) return false;
  if (days.length === 0) return true;
  const span = frequency === 'MONTHLY' || months.size > 0 ? ofMonth : ofYear;
  const isByOrdinal = frequency === 'MONTHLY' || (frequency === 'YEARLY' && weeks.size === 0);
  return days.some(
    ({ weekday, nth }) =>
      date.getUTCDay() === weekday &&
      (nth === 0 || !isByOrdinal || nth === ordinalOf(day, span, nth > 0)),
  );
}

interface Period {
  begin: number;
  end: number;
}

const isCounted = (wanted: ReadonlySet<number>, day: number, { begin, end }: Period): boolean =>
  wanted.has((day - begin) / dayMs + 1) || wanted.has((day - end) / dayMs);

/** The how-manieth of its weekday a day is, from the beginning or, negative, from the end. */
const ordinalOf = (day: number, { begin, end }: Period, fromBegin: boolean): number =>
  fromBegin
    ? Math.floor((day - begin) / (7 * dayMs)) + 1
    : -Math.floor((end - dayMs - day) / (7 * dayMs)) - 1;

function isInWeek(wanted: ReadonlySet<number>, day: number, weekStart: number): boolean {
  const { year, week } = weekOf(day, weekStart);
  if (wanted.has(week)) return true;
  // 28 December is always in the last week of its year.
  const last = weekOf(Date.UTC(year, 11, 28), weekStart).week;
  return wanted.has(week - last - 1);
}

/** Weeks as ISO 8601 counts them: the first one has four days of the year. */
function weekOf(day: number, weekStart: number): { year: number; week: number } {
  const weekday = (new Date(day).getUTCDay() - weekStart + 7) % 7;
  // The year that a week belongs to is that of its fourth day.
  const middle = new Date(day + (3 - weekday) * dayMs);
  const year = middle.getUTCFullYear();
  return { year, week: Math.floor((middle.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1 };
}

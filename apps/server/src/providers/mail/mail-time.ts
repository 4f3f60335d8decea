import { parseMailDate } from './parse-mail-date.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** The farthest that local times without a zone can be from the same time in UTC, and a little more. */
const ZONES_MS = 15 * HOUR_MS;
/** There was hardly any email before; an earlier date is one that a program made up. */
const FIRST_YEAR = Date.UTC(1980, 0, 1);
/** How far the clock of the sender can be ahead. */
const MAX_AHEAD_MS = DAY_MS;

/** When an email was sent and received, if a header says so; milliseconds since 1970. */
export interface MailTimes {
  /** The `Date` header. */
  sentAt: number | undefined;
  /** The `Received` headers, the last server first. */
  receivedAt: readonly number[];
  /** When the mailbox, or the line of an export, says that it arrived. */
  arrivedAt?: { time: number; hasZone: boolean } | undefined;
}

/**
 * The time of an email: of its arrival, unless that is contradicted. If someone moved the mailbox, the
 * arrival in mailboxes and exports is the time of the copy. So it only counts if a header of the email itself
 * is within a day of it.
 *
 * In this order: the arrival, if `Date` or a `Received` header is within a day of it; the last server that received it
 * within a day of `Date`; the last server that received it at all; `Date`, unless it is before 1980 or more than a day
 * after the arrival; the arrival; `Date`.
 *
 * @returns undefined when there is no usable date.
 */
export function mailTime({ sentAt, receivedAt, arrivedAt }: MailTimes): number | undefined {
  const own = sentAt === undefined ? receivedAt : [sentAt, ...receivedAt];
  const arrival = confirmedArrival(own, arrivedAt);
  if (arrival !== undefined) return arrival;
  const [lastReceived] = receivedAt;
  if (sentAt === undefined) return lastReceived ?? arrivedAt?.time;
  const received = receivedAt.find((time) => Math.abs(time - sentAt) < DAY_MS) ?? lastReceived;
  if (received !== undefined) return received;
  if (arrivedAt === undefined || isCredible(sentAt, arrivedAt.time)) return sentAt;
  return arrivedAt.time > FIRST_YEAR ? arrivedAt.time : sentAt;
}

/** Without a zone, an arrival only says which of the email's own times is right. */
function confirmedArrival(
  own: readonly number[],
  arrivedAt: MailTimes['arrivedAt'],
): number | undefined {
  if (arrivedAt === undefined) return undefined;
  const { time, hasZone } = arrivedAt;
  const near = own.find((one) => Math.abs(one - time) < (hasZone ? DAY_MS : ZONES_MS));
  if (near === undefined) return undefined;
  return hasZone ? time : near;
}

/** Before an arrival that is not in the last century, a date can be as old as it says. */
const isCredible = (sentAt: number, arrival: number): boolean =>
  sentAt > FIRST_YEAR && (arrival < FIRST_YEAR || sentAt < arrival + MAX_AHEAD_MS);

/**
 * Returns the times in `Received` headers, after the last semicolon that a time follows, up to the first that is
 * within a day of `Date`: the headers below it add nothing. Unreadable times are skipped.
 */
export function receivedTimes(headers: readonly string[], sentAt: number | undefined): number[] {
  const times: number[] = [];
  for (const header of headers.slice(0, MAX_RECEIVED)) {
    const time = timeIn(header);
    if (time === undefined) continue;
    times.push(time);
    if (sentAt !== undefined && Math.abs(time - sentAt) < DAY_MS) break;
  }
  return times;
}

/** A comment after the time may have semicolons: `; 2 Mar 2026 10:00:00 +0100 (from <ann@acme.com>; ok)`. */
function timeIn(received: string): number | undefined {
  let end = received.length;
  for (let count = 0; count < MAX_SEMICOLONS && end >= 0; count += 1) {
    const at = received.lastIndexOf(';', end - 1);
    const time = parseMailDate(received.slice(at + 1));
    if (time !== undefined) return time;
    end = at;
  }
  return undefined;
}

/** Semicolons of a header that a time may follow. */
const MAX_SEMICOLONS = 5;
/** Emails pass through fewer servers. */
const MAX_RECEIVED = 50;

/** The time of an email in a mailbox that says when it arrived there. */
export function mailboxTime(
  { sentAt, receivedAt }: Pick<MailTimes, 'sentAt' | 'receivedAt'>,
  arrivedAt: Date,
): Date {
  const arrival = { time: arrivedAt.getTime(), hasZone: true };
  return new Date(mailTime({ sentAt, receivedAt, arrivedAt: arrival }) ?? arrivedAt);
}

import type { MailHead } from './read-head.ts';

/**
 * The farthest that local times without a zone can be from the same time in UTC, and a little more.
 */
const ZONES_MS = 15 * 60 * 60 * 1000;

/** The arrival of an email, as the file says outside of the email itself. */
export interface Envelope {
  time: number;
  /** Whether the zone of the time is known. */
  hasZone: boolean;
}

/**
 * The time of an email: of its arrival, as far as the file says so. A time without a zone only
 * decides which of the email's own dates is correct, since it can be off by half a day. Without it, the
 * last server that received the email counts, then the sender's clock.
 *
 * @returns undefined when there is no usable date.
 */
export function mailTime(head: MailHead, envelope: Envelope | undefined): Date | undefined {
  if (envelope?.hasZone) return new Date(envelope.time);
  const [sent] = head.get('date') ?? [];
  const [received] = head.get('received') ?? [];
  const own = [sent, received?.slice(received.lastIndexOf(';') + 1)].flatMap((text) => {
    const time = Date.parse(text?.trim() ?? '');
    return Number.isNaN(time) ? [] : [time];
  });
  if (envelope === undefined) {
    const time = own.at(-1);
    return time === undefined ? undefined : new Date(time);
  }
  const near = own.find((time) => Math.abs(time - envelope.time) < ZONES_MS);
  return new Date(near ?? envelope.time);
}

const separatorDate =
  /([A-Z][a-z]{2}) +(\d{1,2}) (\d\d?:\d\d(?::\d\d)?)(?: ([+-]\d{4}|[A-Z]{1,5}))? (\d{4})(?: ([+-]\d{4}))?$/;

/** The date of a line that separates emails in an mbox file. */
export function envelopeOf(line: string): Envelope | undefined {
  // Some programs write when they copied the email, with `-` in place of the sender.
  if (line.startsWith('From - ')) return undefined;
  const [, month, day, clock, zone, year, lateZone] = separatorDate.exec(line.slice(-64)) ?? [];
  if (month === undefined) return undefined;
  const offset = [zone, lateZone].find((text) => text !== undefined && /^[+-]/.test(text));
  const time = Date.parse(`${day} ${month} ${year} ${clock} ${offset ?? '+0000'}`);
  return Number.isNaN(time) ? undefined : { time, hasZone: offset !== undefined };
}

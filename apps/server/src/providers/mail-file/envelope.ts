/** The arrival of an email, as the file says outside of the email itself. */
export interface Envelope {
  time: number;
  /** Whether the zone of the time is known. */
  hasZone: boolean;
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

import { plural } from '@repo/domain/text/plural';
import type { CalendarReader } from './calendar/read-calendar.ts';
import type { ContentReaders } from './read-contents.ts';
import { describeUnread } from './unread-files.ts';

/** Why nothing of a file without any item is imported. */
export function whyNothing({ unread, foreign, calendars }: ContentReaders): string {
  if (foreign !== undefined)
    return `This is ${foreign.what}, which is not read. ${foreign.instead}`;
  const files = describeUnread(unread);
  if (files !== undefined)
    return `The archive contains no emails or meetings that can be read. ${files}`;
  if (!calendars.found)
    return 'This file contains no emails or meetings that can be read. Upload an mbox file, a Google Takeout or Maildir archive (zip, tgz), a single email (.eml), or a calendar (.ics).';
  const nothing =
    'This calendar contains no meetings with other people, so there is nothing to import.';
  return [nothing, describeCancelled(calendars.cancelled)].filter(Boolean).join(' ');
}

/** Names of zones that are listed. */
const MAX_LISTED = 5;

/** The remarks for the user about a file that was read to its end. */
export function noticesOf({
  unread,
  calendars: { unknownZones, cancelled },
}: ContentReaders): string[] {
  const unreadFiles = describeUnread(unread);
  const zones = describeZones(unknownZones);
  return [unreadFiles, zones, describeCancelled(cancelled)].filter((text) => text !== undefined);
}

function describeZones(unknownZones: ReadonlyMap<string, number>): string | undefined {
  if (unknownZones.size === 0) return undefined;
  const meetings = [...unknownZones.values()].reduce((sum, count) => sum + count, 0);
  const names = [...unknownZones.keys()].slice(0, MAX_LISTED).map((name) => `“${name}”`);
  const more = unknownZones.size - names.length;
  const zones = `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
  return `${meetings.toLocaleString('en')} ${meetings === 1 ? 'meeting names a time zone that is' : 'meetings name time zones that are'} not known (${zones}). ${meetings === 1 ? 'Its time is' : 'Their times are'} shown in UTC and marked.`;
}

/** 'Cancelled and not imported: 2 meetings (“Kickoff”, “Review”).' Undefined if none is. */
function describeCancelled({ count, titles }: CalendarReader['cancelled']): string | undefined {
  if (count === 0) return undefined;
  const more = count - titles.length;
  const listed = titles.map((title) => `“${title}”`).join(', ');
  return `Cancelled and not imported: ${plural(count, 'meeting')} (${listed}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}).`;
}

import type { MailFile } from '@repo/contract/mail-files';
import { plural } from '@repo/domain/text/plural';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import type { Upload } from './uploader.ts';
import { sizeText } from '#lib/size-text.ts';

/** Counts what files contain, by its name: emails, meetings, or both. */
export function countItems({ found, meetings = 0 }: MailFile, count: number): string {
  if (meetings === 0) return plural(count, 'email');
  if (meetings === found) return plural(count, 'meeting');
  return plural(count, 'email or meeting', 'emails and meetings');
}

/** The kinds in the rest of a file: 'Emails', 'Meetings', or both. */
export function othersOf({ found, meetings = 0 }: MailFile): string {
  if (meetings === 0) return 'Emails';
  return meetings === found ? 'Meetings' : 'Emails and meetings';
}

/** Describes what happens to a file now, or how it ended. */
export function describeState(file: MailFile, upload: Upload | undefined): string {
  switch (file.state) {
    case 'uploading': {
      const received = upload?.received ?? file.received;
      const figures = `${sizeText(received)} of ${sizeText(file.size)}`;
      if (upload === undefined) return `Interrupted at ${figures}`;
      return upload.isWaiting ? `Waiting for the connection, ${figures}` : `Uploading, ${figures}`;
    }
    case 'checking':
      return 'Looking for emails and meetings of your domains';
    case 'ready':
      return 'Ready to import';
    case 'importing':
      return `Importing, ${file.imported.toLocaleString('en')} so far`;
    case 'finished':
      return `${countItems(file, file.imported)} imported`;
    case 'failed':
      return 'Not imported';
  }
}

export function describeContents(file: MailFile): string {
  const { found, concerned, excluded, since, until } = file;
  const days = [since, until].map((time) =>
    time === null ? undefined : formatWholeDay(dayOf(new Date(time))),
  );
  const period =
    days[0] === undefined || days[1] === undefined
      ? ''
      : days[0] === days[1]
        ? `, of ${days[0]}`
        : `, from ${days[0]} to ${days[1]}`;
  const skipped =
    excluded === 0 ? '' : ` ${excludedKinds(file)} ${excluded === 1 ? 'is' : 'are'} left out.`;
  return `${concerned.toLocaleString('en')} of ${countItems(file, found)} ${concerned === 1 ? 'belongs' : 'belong'} to domains that you track${period}.${skipped}`;
}

function excludedKinds({ found, excluded, meetings = 0 }: MailFile): string {
  if (meetings === 0) {
    return plural(excluded, 'draft, spam or deleted email', 'drafts, spam and deleted emails');
  }
  if (meetings === found) {
    return plural(excluded, 'declined or cancelled meeting', 'declined and cancelled meetings');
  }
  return plural(
    excluded,
    'draft, spam, deleted email or declined meeting',
    'drafts, spam, deleted emails and declined meetings',
  );
}

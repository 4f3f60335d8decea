import type { MailFile } from '@repo/contract/mail-files';
import { plural } from '../../lib/plural.ts';
import { formatWholeDay } from '../../lib/time/business-time.ts';
import { fileSize } from './file-size.ts';
import type { Upload } from './uploader.ts';

/** What happens to a file now, or how it ended. */
export function describeState(file: MailFile, upload: Upload | undefined): string {
  switch (file.state) {
    case 'uploading': {
      const received = upload?.received ?? file.received;
      const figures = `${fileSize(received)} of ${fileSize(file.size)}`;
      if (upload === undefined) return `Interrupted at ${figures}`;
      return upload.isWaiting ? `Waiting for the connection, ${figures}` : `Uploading, ${figures}`;
    }
    case 'checking':
      return 'Looking for emails of your domains';
    case 'ready':
      return 'Ready to import';
    case 'importing':
      return `Importing, ${file.imported.toLocaleString('en')} so far`;
    case 'finished':
      return `${plural(file.imported, 'email')} imported`;
    case 'failed':
      return 'Not imported';
  }
}

/** What a file contains, in a sentence. */
export function describeContents({ found, concerned, excluded, since, until }: MailFile): string {
  const days = [since, until].map((time) =>
    time === null ? undefined : formatWholeDay(time.slice(0, 10)),
  );
  const period =
    days[0] === undefined || days[1] === undefined
      ? ''
      : days[0] === days[1]
        ? `, of ${days[0]}`
        : `, from ${days[0]} to ${days[1]}`;
  const skipped =
    excluded === 0
      ? ''
      : ` ${plural(excluded, 'draft, spam or deleted email', 'drafts, spam and deleted emails')} are left out.`;
  return `${concerned.toLocaleString('en')} of ${plural(found, 'email')} ${concerned === 1 ? 'belongs' : 'belong'} to domains that you track${period}.${skipped}`;
}

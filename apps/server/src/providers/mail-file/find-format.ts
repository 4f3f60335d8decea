import { toUtf8Lines } from './calendar/calendar-text.ts';
import { isHeader } from './archive/read-tar.ts';

/** The beginning of a file that decides about its format; bytes. */
export const FORMAT_BYTES = 8 * 1024;

export type FileFormat = 'mbox' | 'mail' | 'calendar' | 'zip' | 'gzip' | 'tar' | 'unknown';

const headerLine = /^[!-9;-~]+:/;
/** After the mark of UTF-8, which some programs write. */
const calendarStart = /^(?:\u00ef\u00bb\u00bf)?\s*begin:vcalendar\s/i;
const mailHeader = /^(from|received|date|message-id|return-path|delivered-to|mime-version):/im;

/** Recognizes a file by how it begins, since names and extensions may be anything. */
export function findFormat(start: Buffer): FileFormat {
  const text = toUtf8Lines(start.subarray(0, FORMAT_BYTES)).toString('latin1');
  if (text.startsWith('From ')) return 'mbox';
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006')) return 'zip';
  if (text.startsWith('\x1f\x8b')) return 'gzip';
  if (isHeader(start)) return 'tar';
  if (calendarStart.test(text)) return 'calendar';
  return headerLine.test(text) && mailHeader.test(text) ? 'mail' : 'unknown';
}

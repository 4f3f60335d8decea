import { isHeader } from './archive/read-tar.ts';

/** The beginning of a file that decides about its format; bytes. */
export const FORMAT_BYTES = 8 * 1024;

export type FileFormat =
  'mbox' | 'mmdf' | 'mail' | 'emlx' | 'calendar' | 'zip' | 'gzip' | 'tar' | 'unknown';

const headerLine = /^[!-9;-~]{1,200}:/;
const mailHeader = /^(from|received|date|message-id|return-path|delivered-to|mime-version):/im;
/** Fewer headers without a known one may be any text. */
const MIN_HEADERS = 3;

/**
 * Recognizes a file by how it begins, since names and extensions may be anything.
 *
 * @param start without a byte order mark and empty lines (`plainChunks`).
 */
export function findFormat(start: Buffer): FileFormat {
  const text = start.toString('latin1', 0, FORMAT_BYTES);
  if (text.startsWith('From ')) return 'mbox';
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006')) return 'zip';
  if (text.startsWith('\x1f\x8b')) return 'gzip';
  if (isHeader(start)) return 'tar';
  if (text.startsWith('\x01\x01\x01\x01')) return 'mmdf';
  if (/^begin\s{0,20}:\s{0,20}vcalendar\s/i.test(text)) return 'calendar';
  const [length = ''] = /^\d{1,10}[ \t]*\r?\n/.exec(text) ?? [];
  if (length !== '' && isMail(text.slice(length.length))) return 'emlx';
  return isMail(withoutSeparator(text)) ? 'mail' : 'unknown';
}

/** A line that separated the email from others, quoted: '>From ann@acme.com Mon Jan  1 10:00:00 2024'. */
export const withoutSeparator = (text: string): string => text.replace(/^>From .{0,500}\r?\n/, '');

function isMail(text: string): boolean {
  if (!headerLine.test(text) || /^begin:/i.test(text)) return false;
  if (mailHeader.test(text)) return true;
  // Long headers of filters and lists may come first: then there is nothing else here.
  const lines = text.split(/\r?\n/).slice(0, -1);
  return (
    lines.length >= MIN_HEADERS &&
    lines.every((line) => /^[ \t]/.test(line) || headerLine.test(line))
  );
}

import { headLength } from './head-length.ts';

/** In lower case. */
export const JOURNAL_HEADER = 'x-ms-journal-report';
const journalHeader = /^x-ms-journal-report[ \t]*:/im;
/** The beginning of a journal report that is searched for the email in it; bytes. */
const SEARCHED_BYTES = 256 * 1024;

/**
 * Returns the email inside a journal report of Exchange: a copy of each email that the mail system sends to
 * an archive. The report's own sender and recipient do not matter. Returns any other email unchanged, and so
 * a report that encodes its email.
 */
export function withoutJournalReport(mail: Buffer): Buffer {
  const head = mail.toString('latin1', 0, headLength(mail.subarray(0, SEARCHED_BYTES)));
  if (!journalHeader.test(head)) return mail;
  const start = mail.toString('latin1', 0, SEARCHED_BYTES);
  const [, boundary] =
    /boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i
      .exec(head)
      ?.filter((found) => found !== undefined) ?? [];
  const part = start.search(/^content-type:[ \t]*message\/rfc822/im);
  if (part === -1 || boundary === undefined) return mail;
  const begin = part + endOfHead(start.slice(part));
  const partHead = start.slice(start.lastIndexOf(`--${boundary}`, part), begin);
  if (/^content-transfer-encoding:[ \t]*(?:base64|quoted)/im.test(partHead)) return mail;
  const end = mail.indexOf(`\n--${boundary}`, begin);
  return mail.subarray(begin, end === -1 ? mail.length : end);
}

/** The position after the empty line that ends headers. */
function endOfHead(text: string): number {
  const found = /\r?\n\r?\n/.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}

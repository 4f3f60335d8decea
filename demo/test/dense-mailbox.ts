import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeSampleMails } from '../src/sample/make-sample-mails.ts';
import { formatSampleMail } from '../src/sample/sample-mail.ts';
import { realFolder, realMailboxes } from './real-mailboxes.ts';

/** All emails are within this many days, so that a sync reads all of them. */
const days = 80;
const day = 86_400_000;

/**
 * Writes an mbox file with real emails of four colleagues, each once, dated again: evenly over the last
 * 80 days. Where the real ones are not at hand, with made ones.
 *
 * @returns how many emails it contains.
 */
export function writeDenseMailbox(file: string, maximum: number): number {
  const unique = new Map<string, string>();
  for (const mail of existsSync(realFolder) ? realMails() : madeMails()) {
    unique.set(/^message-id:.*/im.exec(mail)?.[0] ?? mail, mail);
  }
  const mails = [...unique.values()].slice(0, maximum);
  const newest = Date.now() - day;
  const text = mails.map((mail, index) => {
    const date = new Date(newest - (index / mails.length) * days * day).toUTCString();
    const end = mail.search(/\r?\n\r?\n/);
    const head = mail.slice(0, end).replace(/^date:.*(\r?\n[ \t].*)*/im, `Date: ${date}`);
    return `From dense@mail.example Thu Jan  1 00:00:00 1970\n${head}${mail.slice(end)}\n`;
  });
  writeFileSync(file, gzipSync(Buffer.from(text.join(''), 'latin1')));
  return mails.length;
}

/** Unchanged from the files, taken from each in turn. */
function realMails(): string[] {
  const boxes = realMailboxes.map(({ file }) =>
    gunzipSync(readFileSync(file))
      .toString('latin1')
      .split(/^From .*\r?\n/m)
      .slice(1),
  );
  const lineCount = Math.max(...boxes.map(({ length }) => length));
  return Array.from({ length: lineCount }, (_, at) => boxes.flatMap((box) => box[at] ?? [])).flat();
}

const madeMails = (): string[] =>
  makeSampleMails(new Date()).map((mail) => formatSampleMail(mail).replaceAll('\r\n', '\n'));

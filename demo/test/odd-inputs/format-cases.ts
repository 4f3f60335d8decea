import { readFileSync } from 'node:fs';
import {
  toTar,
  toZip,
} from '../../../apps/server/src/providers/mail-file/archive/make-archives.fixture.ts';
import { oddInput } from '../../../apps/server/test/odd-inputs/read-cases.ts';

/** A file whose right result is written in words in `cases.tsv`, and here for the program. */
export interface FormatCase {
  id: string;
  problem: string;
  name: string;
  content: Buffer;
  domain: string;
  /** The number of emails that are shown. */
  n: number;
  /** Their times in UTC, oldest first. */
  times?: string[];
  /** Texts that their bodies contain, and texts that none of them contains. */
  b?: string[];
  notB?: string[];
  from?: string;
  /** What the page of files says. */
  said?: RegExp;
}

type Expected = Pick<FormatCase, 'n' | 'times' | 'b' | 'notB' | 'from' | 'said'>;

const mailboxes: readonly [file: string, problem: string, expected: Expected][] = [
  ['m01-a.mbox', 'no empty line before separators', { n: 2 }],
  ['m02-a.mbox', 'lines in a text that begin with “From ”', { n: 2 }],
  ['m03-a.mbox', 'Content-Length, a dated separator in a text', { n: 2, b: ['end of text'] }],
  [
    'm04-a.mbox',
    'quoted “>From ” lines',
    { n: 1, b: ['\nFrom here', '\n>From there'], notB: ['>From here', '>>From there'] },
  ],
  ['m05-a.mbox', 'ISO dates in separators', { n: 2 }],
  ['m06-a.mbox', 'later separators without a date', { n: 2 }],
  ['m07-a.mbox', 'an empty line first', { n: 2 }],
  ['m08-a.mbox', 'a byte order mark', { n: 2 }],
  ['m09-a.mbox', 'a translated weekday', { n: 2 }],
  ['m10-a.mmdf', 'MMDF', { n: 2 }],
  ['m11-INBOX.mbox.zip', 'an export of Apple Mail', { n: 1 }],
  ['m12-md.zip', 'flags of a Maildir without a colon', { n: 1 }],
  ['m13-md.tgz', 'folders below the trash', { n: 1 }],
  ['m14-t.mbox', 'divided, encoded labels', { n: 2 }],
  ['m15-t.mbox', 'a chat', { n: 1 }],
  ['m16-t.mbox', 'trash and spam in other languages', { n: 0 }],
  ['m17-a.mbox', 'no line end at the end', { n: 2 }],
  ['m18-a.mbox', 'NUL at the end', { n: 2 }],
  ['m19-a.mbox', 'a folded Return-Path', { n: 1 }],
  ['m20-tb.zip', 'templates and unsent emails', { n: 1 }],
  ['m21-a.mbox', 'separators with the time of a copy', { n: 1, times: ['2026-11-17T09:00:00'] }],
  ['m22-a.eml.gz', 'a compressed email', { n: 1 }],
  ['m23-a.mbox', 'addresses with “ at ”', { n: 1, from: 'anna@m23.example' }],
  ['m24-a.mbox', 'the time of a copy after a hyphen', { n: 1, times: ['2026-11-17T09:00:00'] }],
  ['m25-t.mbox', 'a sent email of Takeout', { n: 1, times: ['2026-11-17T09:00:00'] }],
  ['m26-j.eml', 'a journal report', { n: 1, from: 'anna@m26.example' }],
  ['m27-o.zip', 'an archive in an archive', { n: 2 }],
  ['m28-o.zip', 'folders with backslashes', { n: 1 }],
];

const fromFiles: readonly FormatCase[] = mailboxes.map(([file, problem, expected]) => ({
  id: file.slice(0, 3),
  problem,
  name: file,
  content: readFileSync(oddInput(file)),
  domain: `${file.slice(0, 3)}.example`,
  ...expected,
}));

const refused = (id: string, said: RegExp, content: Buffer | string): FormatCase => ({
  id,
  problem: `${id}, which is not read`,
  name: `a.${id}`,
  content: Buffer.from(content),
  domain: `${id.replace('.', '-')}.refused.example`,
  n: 0,
  said,
});

/** Enough for a file that only begins like one of its kind. */
const filler = 'x'.repeat(2_000);
const signature = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(filler)]);

const mail = (domain: string) =>
  `From: Anna <anna@${domain}>\r\nTo: theo.lindqvist@harborfinch.example\r\nSubject: Plan\r\nDate: Mon, 23 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@${domain}>\r\n\r\nHello\r\n`;

const shared = (name: string) => readFileSync(oddInput(name));

/** The files of other programs, as far as they are in the folder, or begin like such a file. */
export const formatCases = (): FormatCase[] => [
  ...fromFiles,
  {
    id: 'm29',
    problem: 'an export of Python with the time of the export',
    name: 'python-export.mbox',
    content: shared('python-export.mbox'),
    domain: 'm29.example',
    n: 2,
    times: ['2026-11-02T09:00:00', '2026-11-17T09:00:00'],
  },
  {
    id: 'emlx',
    problem: 'an email of Apple Mail',
    name: 'x01.emlx',
    // A calendar has the same domain. The file states how long the email is.
    content: Buffer.from(
      shared('x01.emlx').toString('latin1').replaceAll('x01.', 'xe1.'),
      'latin1',
    ),
    domain: 'xe1.example',
    n: 1,
  },
  {
    id: 'emlx-zip',
    problem: 'a zip with emails of Apple Mail',
    name: 'messages.zip',
    content: toZip([['1.emlx', `${mail('emlxzip.example').length}\n${mail('emlxzip.example')}`]]),
    domain: 'emlxzip.example',
    n: 1,
  },
  {
    id: 'utf16',
    problem: 'an email in UTF-16',
    name: 'a.eml',
    content: Buffer.from(`\ufeff${mail('utf16.example')}`, 'utf16le'),
    domain: 'utf16.example',
    n: 1,
  },
  {
    id: 'msg-zip',
    problem: 'two messages of Outlook in a zip with an email',
    name: 'a.zip',
    content: toTar([
      ['a.msg', shared('x.msg')],
      ['b.msg', shared('x.msg')],
      ['c.eml', mail('msgzip.example')],
    ]),
    domain: 'msgzip.example',
    n: 1,
    said: /2 of 3 files were not read: a\.msg, b\.msg/,
  },
  refused('msg', /an Outlook message/, shared('x.msg')),
  refused('pst', /an Outlook data file/, shared('x.pst')),
  refused('bzip2.zip', /bzip2/, shared('zip-bzip2.zip')),
  refused('lzma.zip', /LZMA/, shared('zip-lzma.zip')),
  refused('deflate64.zip', /Deflate64/, shared('zip-deflate64.zip')),
  refused(
    'olm',
    /Outlook for Mac/,
    toZip([['Local/com.microsoft.__Messages/m_1.xml', '<emails/>']]),
  ),
  refused('7z', /7-Zip/, signature('377abcaf271c')),
  refused('rar', /RAR/, signature('526172211a0700')),
  refused('tar.bz2', /bzip2/, signature('425a6839')),
  refused('tar.xz', /compressed with xz/, signature('fd377a585a00')),
  refused('vcf', /contacts/, `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna\r\nEND:VCARD\r\n`),
  refused(
    'mht',
    /sender/,
    `From: <Saved by Blink>\r\nSubject: Page\r\nDate: Mon, 23 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>Page</p>\r\n`,
  ),
];

import { hash } from 'node:crypto';
import { withoutSpace } from './without-space.ts';

const NEWLINE = Buffer.from('\n');
const mboxQuotes = /(?<!>)>+(?=From )/g;

/**
 * A hash that is the same for every copy of an email. Servers in transit may change line breaks and trailing spaces. An
 * mbox file on the way puts `>` before a line that begins with `From `, where it may stand within a line once
 * quoted-printable is decoded.
 */
export const hashBody = (text = '', html = ''): string =>
  hashTexts([text, html].map(withoutMboxQuotes));

/** As earlier versions computed it. */
export const formerBodyHash = (text = '', html = ''): string => hashTexts([text, html]);

/**
 * Whether texts have lines that an mbox file on the way may have quoted. Searching for a text takes less than
 * for a pattern.
 */
export const hasMboxQuotes = (...texts: (string | undefined)[]): boolean =>
  texts.some((text) => text?.includes('>From ') === true);

const withoutMboxQuotes = (text: string): string =>
  hasMboxQuotes(text) ? text.replaceAll(mboxQuotes, '') : text;

const hashTexts = (texts: readonly string[]): string =>
  hash(
    'sha256',
    Buffer.concat(texts.flatMap((text) => [withoutSpace(text), NEWLINE])),
    'base64url',
  );

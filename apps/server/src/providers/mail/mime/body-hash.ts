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

/** Most texts have none, and searching for a text takes less than for a pattern. */
const withoutMboxQuotes = (text: string): string =>
  text.includes('>From ') ? text.replaceAll(mboxQuotes, '') : text;

const hashTexts = (texts: readonly string[]): string =>
  hash(
    'sha256',
    Buffer.concat(texts.flatMap((text) => [withoutSpace(text), NEWLINE])),
    'base64url',
  );

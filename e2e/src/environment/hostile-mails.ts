import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The corpus of hostile strings from outside: beside the repository, and not present everywhere. */
export const corpus = path.resolve(import.meta.dirname, '../../../../shared/data');

export interface HostileMail {
  /** The source of the email, reported when it does harm. */
  name: string;
  raw: Buffer;
  /** The number of marks in its HTML, one after each string of the corpus. */
  marks?: number;
}

/** The number of strings of markup in one email. */
const stringsAMail = 120;
/** Returns a browser to plain text from nearly anything that a string leaves open. */
const close =
  '"\'></script></style></title></textarea></noscript></template></select></xmp></iframe></noembed></noframes></svg></math></audio></video></object></button></form>-->';
/** Everything after this tag is plain text, so the emails that contain it are tested separately. */
const endless = /<plaintext/i;

/** Every `.eml` and `.txt` of the corpus as it is. */
export async function mailFiles(): Promise<HostileMail[]> {
  const folder = path.join(corpus, 'mime');
  const names = (await readdir(folder, { recursive: true })).filter((one) =>
    /\.(eml|txt)$/.test(one),
  );
  return Promise.all(
    names.toSorted().map(async (name) => ({ name, raw: await readFile(path.join(folder, name)) })),
  );
}

/** The strings of markup as the bodies of emails. */
export async function markupMails(): Promise<HostileMail[]> {
  const all = await markupStrings();
  const closed = all.filter((one) => !endless.test(one));
  const chunks = Array.from({ length: Math.ceil(closed.length / stringsAMail) }, (_, index) =>
    closed.slice(index * stringsAMail, (index + 1) * stringsAMail),
  );
  const open = all.filter((one) => endless.test(one)).map((one) => [one]);
  return [...chunks, ...open].map((chunk, index) => ({
    name: `markup ${index}`,
    marks: endless.test(chunk[0] ?? '') ? 0 : chunk.length,
    raw: mailOf({
      subject: `Markup ${index}`,
      sender: 'Mallory',
      type: 'text/html',
      text: chunk.map((one) => `${one}${close}<p>mark</p>`).join('\n'),
    }),
  }));
}

/** Strings that break programs, and some of markup, as subject, name and plain text. */
export async function nameMails(): Promise<HostileMail[]> {
  const naughty = JSON.parse(
    await readFile(path.join(corpus, 'naughty-strings.json'), 'utf8'),
  ) as string[];
  const some = (await markupStrings()).filter((_, index) => index % 80 === 0);
  return [...naughty, ...some].map((text, index) => ({
    name: `name ${index}`,
    raw: mailOf({ subject: text, sender: text, type: 'text/plain', text }),
  }));
}

async function markupStrings(): Promise<string[]> {
  const text = await readFile(path.join(corpus, 'html/xss-payloads.txt'), 'utf8');
  return text.split('\n').filter(Boolean);
}

interface Letter {
  subject: string;
  sender: string;
  type: string;
  text: string;
}

function mailOf({ subject, sender, type, text }: Letter): Buffer {
  const word = (words: string) => `=?utf-8?b?${Buffer.from(words).toString('base64')}?=`;
  return Buffer.from(
    [
      `From: ${word(sender)} <mallory@hostile.example>`,
      `Subject: ${word(subject)}`,
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  );
}

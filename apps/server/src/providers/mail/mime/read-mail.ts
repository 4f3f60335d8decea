import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import type { AddressHeaders } from '../mail-addresses.ts';
import { withReadableHead } from './readable-head.ts';
import { inWindows1252, isForeign, readableOf } from './undeclared-charset.ts';
import { decodeUtf7, usesUtf7 } from './utf7.ts';

/** What is wanted of a mail, in a form that can pass between threads. */
export interface ReadMail {
  messageId: string | undefined;
  references: string | undefined;
  inReplyTo: string | undefined;
  /** The `Date` header, where it is a date; milliseconds since 1970. */
  sentAt: number | undefined;
  subject: string | undefined;
  text: string | undefined;
  html: string | undefined;
  /** The same for every copy of the mail, however its body was encoded on the way. */
  bodyHash: string;
  addresses: AddressHeaders;
  /** Names alone. */
  attachments: string[];
}

/** Reads a mail (RFC 5322): its bytes, or a text of them in base64url. */
export type MailReader = (raw: string | Uint8Array) => Promise<ReadMail>;

/** Reads a mail in this thread. */
export const readMail: MailReader = async (raw) => {
  const mail = withReadableHead(bytesOf(raw));
  const email = await withReadableTexts(mail, await PostalMime.parse(mail));
  const { messageId, references, inReplyTo } = email;
  const decode = usesUtf7(mail) ? decodeUtf7 : (text: string) => text;
  const [subject, text, html] = [email.subject, email.text, email.html].map((one) =>
    one === undefined ? undefined : decode(one),
  );
  const sentAt = Date.parse(email.date ?? '');
  const headers = (name: string) =>
    email.headers.flatMap(({ key, value }) => (key === name && value ? [value] : []));
  return {
    messageId,
    references,
    inReplyTo,
    sentAt: Number.isNaN(sentAt) ? undefined : sentAt,
    subject,
    text,
    html,
    bodyHash: hashBody(text, html),
    addresses: {
      from: headers('from'),
      sender: headers('sender'),
      to: headers('to'),
      cc: headers('cc'),
      bcc: headers('bcc'),
    },
    attachments: email.attachments.flatMap(({ filename, related }) =>
      filename && !related ? [filename] : [],
    ),
  };
};

const bytesOf = (raw: string | Uint8Array): Buffer =>
  typeof raw === 'string'
    ? Buffer.from(raw, 'base64url')
    : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

/** Servers on the way may wrap lines again and change spaces at their ends; nothing else. */
function hashBody(text = '', html = ''): string {
  const hash = createHash('sha256');
  for (const part of [text, html]) hash.update(`${part.replaceAll(/\s+/g, '')}\n`);
  return hash.digest('base64url');
}

/** What a mail says, with texts that are not in the charset that they declare read again. */
async function withReadableTexts(mail: Buffer, email: Email): Promise<Email> {
  const { text, html } = email;
  if (!isForeign(text) && !isForeign(html)) return email;
  const again = await PostalMime.parse(inWindows1252(mail));
  return {
    ...email,
    ...(text !== undefined && { text: readableOf(text, again.text) }),
    ...(html !== undefined && { html: readableOf(html, again.html) }),
  };
}

import PostalMime, { type Address, type Email } from 'postal-mime';
import { withReadableHead } from './readable-head.ts';
import { inWindows1252, isForeign, readableOf } from './undeclared-charset.ts';
import { decodeUtf7, usesUtf7 } from './utf7.ts';

/** What is wanted of a mail, in a form that can pass between threads. */
export interface ReadMail {
  messageId: string | undefined;
  references: string | undefined;
  inReplyTo: string | undefined;
  subject: string | undefined;
  text: string | undefined;
  html: string | undefined;
  from: Address[];
  to: Address[];
  cc: Address[];
  bcc: Address[];
  /** Names alone. */
  attachments: string[];
}

/** Reads a mail of Gmail's format `raw`: RFC 5322 in base64url. */
export type MailReader = (raw: string) => Promise<ReadMail>;

/** Reads a mail in this thread. */
export const readMail: MailReader = async (raw) => {
  const mail = withReadableHead(Buffer.from(raw, 'base64url'));
  const email = await withReadableTexts(mail, await PostalMime.parse(mail));
  const { messageId, references, inReplyTo } = email;
  const decode = usesUtf7(mail) ? decodeUtf7 : (text: string) => text;
  const [subject, text, html] = [email.subject, email.text, email.html].map((one) =>
    one === undefined ? undefined : decode(one),
  );
  return {
    messageId,
    references,
    inReplyTo,
    subject,
    text,
    html,
    from: [email.from ?? email.sender].filter((one) => one !== undefined),
    to: email.to ?? [],
    cc: email.cc ?? [],
    bcc: email.bcc ?? [],
    attachments: email.attachments.flatMap(({ filename, related }) =>
      filename && !related ? [filename] : [],
    ),
  };
};

/** What a mail says, with texts that are not in the charset that they declare read anew. */
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

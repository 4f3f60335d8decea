import PostalMime, { type Address } from 'postal-mime';

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
  const email = await PostalMime.parse(Buffer.from(raw, 'base64url'));
  const { messageId, references, inReplyTo, subject, text, html } = email;
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

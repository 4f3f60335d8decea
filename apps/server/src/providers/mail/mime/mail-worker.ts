import { LightBlob } from './light-blob.ts';
import { type MailForm, type ReadMail, readMail } from './read-mail.ts';

// Only affects this worker thread, which runs nothing but the parser.
Object.assign(globalThis, { Blob: LightBlob });

/** A parsed email, or why it cannot be parsed. */
export type ParsedMail = { mail: ReadMail } | { error: unknown };

/** An email to be parsed: its bytes, or its base64url encoding. */
export interface RawMail {
  raw: string | Uint8Array;
  form: MailForm;
}

/** Parses several emails, one after the other. */
export async function readMails(mails: readonly RawMail[]): Promise<ParsedMail[]> {
  const parsed: ParsedMail[] = [];
  for (const { raw, form } of mails) {
    try {
      parsed.push({ mail: await readMail(raw, form) });
    } catch (error) {
      parsed.push({ error });
    }
  }
  return parsed;
}

import { LightBlob } from './light-blob.ts';
import { type ReadMail, readMail } from './read-mail.ts';

// Only affects this worker thread, which runs nothing but the parser.
Object.assign(globalThis, { Blob: LightBlob });

/** A parsed email, or why it cannot be parsed. */
export type ParsedMail = { mail: ReadMail } | { error: unknown };

/** Parses several emails, one after the other. */
export async function readMails(raws: readonly (string | Uint8Array)[]): Promise<ParsedMail[]> {
  const parsed: ParsedMail[] = [];
  for (const raw of raws) {
    try {
      parsed.push({ mail: await readMail(raw) });
    } catch (error) {
      parsed.push({ error });
    }
  }
  return parsed;
}

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The emails sent to an address, oldest first, as RFC 5322 text. */
export async function readSentMails(folder: string, to: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return mails.filter((mail) => new RegExp(`^To: .*${RegExp.escape(to)}`, 'm').test(mail));
}

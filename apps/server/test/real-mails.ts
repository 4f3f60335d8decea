import { existsSync } from 'node:fs';
import path from 'node:path';
import { readMbox } from '@repo/sandbox/mail/read-mbox';

const file = path.resolve(
  import.meta.dirname,
  '../../../../shared/data/mailboxes/mspinler.mbox.gz',
);

/** Whether the real mailbox is at hand. */
export const hasRealMails = existsSync(file);

/** Domains of the companies in the mailbox. */
export const realDomains = ['ibm.com', 'intel.com', 'google.com', 'openbmc.org'];

/** The emails of a real mailbox, moved to the last weeks, 20 minutes apart. */
export async function readRealMails(): Promise<{ text: string; date: Date }[]> {
  const mails: { text: string; date: Date }[] = [];
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  for await (const mail of readMbox(file)) {
    const date = new Date(now - (mails.length + 1) * 20 * 60_000);
    const text = mail.toString('latin1').replace(/^date:.*$/im, `Date: ${date.toUTCString()}`);
    mails.push({ text, date });
  }
  return mails;
}

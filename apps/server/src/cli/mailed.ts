import type { MailOutcome } from '@repo/contract/fields';
import type { Given } from './command.ts';

const words: Record<MailOutcome, string> = {
  sent: 'They are notified by email.',
  failed: 'The email could not be sent: see the log above, then send it again.',
};

/** What became of the mail that a command sends. */
export const mailed = (mail: MailOutcome, given: Given): string =>
  given.flag('print-mail') ? 'Email:' : words[mail];

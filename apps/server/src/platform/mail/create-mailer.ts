import path from 'node:path';
import { withoutDirectionControls } from '@repo/domain/text/direction-controls';
import type { Config } from '../../config.ts';
import type { Log } from '../log/create-log.ts';
import { createFileMailer } from './file-mailer.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** Sends through SMTP if configured; otherwise writes each email to a file in the data folder. */
export function createMailer({ smtpUrl, mailFrom, dataDir }: Config, log: Log): Mailer {
  const mailer =
    smtpUrl === undefined
      ? createFileMailer({ folder: path.join(dataDir, 'mail'), from: mailFrom, log })
      : createSmtpMailer({ url: smtpUrl, from: mailFrom });
  return {
    async send(mail) {
      requireOneLine('recipient', mail.to);
      requireOneLine('subject', mail.subject);
      requireOneLine('address to unsubscribe', mail.unsubscribeUrl ?? '');
      // Names in the email are user input; bidirectional control characters in them must not
      // reorder text.
      const subject = withoutDirectionControls(mail.subject);
      const text = withoutDirectionControls(mail.text);
      const html = mail.html === undefined ? {} : { html: withoutDirectionControls(mail.html) };
      await mailer.send({ ...mail, subject, text, ...html });
    },
  };
}

/** A header value must not be able to start another header line. */
function requireOneLine(what: string, text: string): void {
  if (/\p{Cc}/u.test(text)) {
    throw new Error(`The ${what} of a mail holds a control character: ${JSON.stringify(text)}`);
  }
}

import type { Mailer, OutgoingMail } from '../platform/mail/mailer.ts';

/** Keeps what would be sent, so that it can be printed. */
export function createPrintingMailer(): Mailer & { mails: OutgoingMail[] } {
  const mails: OutgoingMail[] = [];
  return { mails, send: async (mail) => void mails.push(mail) };
}

export const printedMail = ({ to, subject, text }: OutgoingMail): string =>
  [`To: ${to}`, `Subject: ${subject}`, '', text]
    .map((line) => `  ${line.replaceAll('\n', '\n  ')}`)
    .join('\n');

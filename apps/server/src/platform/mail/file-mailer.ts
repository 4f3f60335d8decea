import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Log } from '../log/create-log.ts';
import { makeFolder } from '@repo/embedded-postgres/make-folder';
import { type Mailer, type OutgoingMail, unsubscribeHeaders } from './mailer.ts';

interface FileMailerOptions {
  folder: string;
  from: string;
  log: Log;
}

/**
 * Writes each email to its own file and logs the path, for a server without SMTP. Only the server's
 * OS user can read the files: they contain valid links.
 */
export function createFileMailer({ folder, from, log }: FileMailerOptions): Mailer {
  return {
    async send(mail) {
      makeFolder(folder, 0o700);
      const time = new Date().toISOString().replaceAll(':', '-');
      const file = path.join(folder, `${time}-${randomBytes(3).toString('hex')}.eml`);
      await writeFile(file, toMessage(mail, from), { flag: 'wx', mode: 0o600 });
      log.info({ to: mail.to, subject: mail.subject, file }, 'SMTP_URL is not set: mail written');
    },
  };
}

/** Unlike an email that is sent, the text is not encoded, so that a link can be copied from it. */
function toMessage(mail: OutgoingMail, from: string): string {
  const { to, subject, text, html, id = randomBytes(16).toString('hex') } = mail;
  const boundary = `part-${randomBytes(16).toString('hex')}`;
  const head = {
    From: from,
    To: to,
    Subject: MimeNode.encodeHeaderValue('Subject', subject),
    Date: new Date().toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${id}@localhost>`,
    ...unsubscribeHeaders(mail),
    'MIME-Version': '1.0',
  };
  if (html === undefined) return `${lines({ ...head, ...textPart })}\n\n${text}\n`;
  const parts = [
    `${lines(textPart)}\n\n${text}\n`,
    `${lines({ ...textPart, 'Content-Type': 'text/html; charset=utf-8' })}\n\n${html}\n`,
  ];
  const type = { 'Content-Type': `multipart/alternative; boundary="${boundary}"` };
  const body = parts.map((part) => `--${boundary}\n${part}`).join('\n');
  return `${lines({ ...head, ...type })}\n\n${body}\n--${boundary}--\n`;
}

const textPart = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
};

const lines = (head: Record<string, string>): string =>
  Object.entries(head)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

import { createTransport } from 'nodemailer';
import { type Mailer, unsubscribeHeaders } from './mailer.ts';

interface SmtpMailerOptions {
  /** smtp:// (STARTTLS if the server offers it) or smtps://, with user and password. */
  url: string;
  from: string;
}

/**
 * Shorter than the web application's timeout, so that a server that does not respond is reported;
 * milliseconds.
 */
const timeouts = { connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 6_000 };

/** Hands emails to an SMTP server, with one connection per email since they are rare. */
export function createSmtpMailer({ url, from }: SmtpMailerOptions): Mailer {
  const { hostname, port } = new URL(url);
  const transport = createTransport({
    url,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const { to, subject, text, html, id } = mail;
      try {
        await transport.sendMail({
          from,
          // Not as text, which would be parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
        });
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        const server = port ? `${hostname}:${port}` : hostname;
        throw new Error(`The mail server ${server} did not take the mail: ${reason}`, { cause });
      }
    },
  };
}

/** The address in a value that may include a name: 'Desk <desk@example.com>'. */
const domainOf = (from: string): string => /@([^\s@<>]+)/.exec(from)?.[1] ?? 'localhost';

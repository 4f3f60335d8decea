import { ImapFlow } from 'imapflow';
import { mailPassword } from './mail-server.ts';

export interface TestMail {
  from?: string;
  to?: string;
  subject?: string;
  messageId?: string;
  text?: string;
  date?: Date;
  headers?: readonly string[];
}

/** An email of these parts, as the sender's program creates it. */
export const writeMail = ({
  from = 'Bob <bob@acme.com>',
  to = 'Ann <ann@example.org>',
  subject = 'Hello',
  messageId = `<${crypto.randomUUID()}@acme.com>`,
  text = 'Hello Ann',
  date = new Date(),
  headers = [],
}: TestMail = {}): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
    `Date: ${date.toUTCString()}`,
    ...headers,
    '',
    text,
    '',
  ].join('\r\n');

/**
 * Another client of a mailbox, used by its owner.
 *
 * @param ca the certificate to trust; PEM. Without it, the connection has no TLS.
 */
export async function openAsOwner(port: number, user: string, ca?: string): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    ...(ca === undefined ? { secure: false, doSTARTTLS: false } : { secure: true, tls: { ca } }),
    auth: { user, pass: mailPassword },
    logger: false,
    disableAutoIdle: true,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Adds an email to a folder; returns its UID. */
export async function append(
  owner: ImapFlow,
  mail: string | Buffer,
  { folder = 'INBOX', date = new Date() }: { folder?: string; date?: Date } = {},
): Promise<number> {
  const added = await owner.append(folder, mail, [], date);
  if (!added || added.uid === undefined) throw new Error(`Nothing was added to ${folder}.`);
  return added.uid;
}

/** Permanently deletes emails of a folder. */
export async function remove(owner: ImapFlow, folder: string, uids: number[]): Promise<void> {
  await owner.mailboxOpen(folder);
  await owner.messageDelete(uids.join(','), { uid: true });
  await owner.mailboxClose();
}

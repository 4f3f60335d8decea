import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { moveMailDate, readMailDate } from '@repo/sandbox/mail/mail-date';
import { findHeader, readMailHead } from '@repo/sandbox/mail/mail-head';
import { readMbox } from '@repo/sandbox/mail/read-mbox';
import { mailPassword, mailUsers } from '../../apps/server/test/mail-servers/mail-server.ts';
import type { MailServerKind } from '../../apps/server/test/mail-servers/mail-servers.ts';
import { append, openAsOwner } from '../../apps/server/test/mail-servers/mailbox-owner.ts';
import { startTlsFront } from '../../apps/server/test/mail-servers/start-tls-front.ts';
import { type MailSource, untilSynced } from './track-everything.ts';

/** Mailboxes on a mail server, which a demo connects in place of Gmail's stand-in. */
export interface MailService {
  /** The environment that the demo needs to connect to it. */
  env: Record<string, string>;
  source: MailSource;
  stop: () => Promise<void>;
}

export interface MailboxFile {
  address: string;
  /** Its emails, as mbox. */
  file: string;
}

const FOLDERS = ['INBOX', 'Archive', 'Sent'];

/** Starts a mail server with these mailboxes, whose emails are moved by whole days. */
export async function openMailService(
  { start }: MailServerKind,
  boxes: readonly MailboxFile[],
  shiftDays: number,
): Promise<MailService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mail-service-'));
  const server = await start();
  const front = await startTlsFront(server.port);
  const stop = async () => {
    await front.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const userOf = (address: string) =>
    mailUsers[boxes.findIndex((box) => box.address === address)] ?? '';
  try {
    await Promise.all(
      boxes.map(({ address, file }) => fill(server.port, userOf(address), { file, shiftDays })),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const certificate = path.join(folder, 'ca.pem');
  writeFileSync(certificate, front.ca);
  return {
    env: { NODE_EXTRA_CA_CERTS: certificate, MAIL_PRIVATE_NETWORKS: '127.0.0.0/8' },
    source: {
      connect: (client, address) =>
        againIfSlow(() =>
          client.call('POST /api/integrations/{provider}/sign-in', {
            params: { provider: 'imap' },
            body: {
              address,
              user: userOf(address),
              password: mailPassword,
              server: { host: '127.0.0.1', port: front.port, security: 'tls' },
            },
          }),
        ),
      tracksFirst: false,
      untilRead: (client) => untilSynced(client),
    },
    stop,
  };
}

/** The messages about a mail server, or a product, that took too long: others may use the machine. */
const slow = /did not respond in time|cannot do this at the moment/;
const [TRIES, PAUSE_MS] = [10, 3_000];

async function againIfSlow(signIn: () => Promise<unknown>): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await signIn();
      return;
    } catch (error) {
      if (left === 0 || !slow.test(String(error))) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function fill(
  port: number,
  user: string,
  { file, shiftDays }: { file: string; shiftDays: number },
): Promise<void> {
  const owner = await openAsOwner(port, user);
  await owner.mailboxCreate('Archive');
  let count = 0;
  for await (const original of readMbox(file)) {
    const { mail, date } = moveMail(original, shiftDays);
    // As in Gmail's stand-in, what is in the future has not arrived.
    if (date === undefined || date > Date.now()) continue;
    const folder = FOLDERS[count % FOLDERS.length] ?? 'INBOX';
    await append(owner, mail, { folder, date: new Date(date) });
    count += 1;
  }
  await owner.logout();
}

/** An email with the line ends that IMAP requires, and its time; none without a usable Date header. */
export function moveMail(
  original: Buffer,
  days: number,
): { mail: Buffer; date: number | undefined } {
  const header = findHeader(readMailHead(original).headers, 'date');
  if (header === undefined) return { mail: original, date: undefined };
  const { start, value } = header;
  const moved = moveMailDate(value, days);
  const text = original.toString('latin1');
  const whole = `${text.slice(0, start)}${moved}${text.slice(start + value.length)}`;
  const mail = Buffer.from(whole.replaceAll(/\r?\n/g, '\r\n'), 'latin1');
  return { mail, date: readMailDate(moved) };
}

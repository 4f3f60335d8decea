import type { DatabaseSync } from 'node:sqlite';
import { readMbox } from '../mail/read-mbox.ts';
import type { Owner, OwnerStore } from '../owners/owner-store.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { FilingRules, ExcludedMail } from './file-mail.ts';
import { dateOf, fileMail, ownName } from './file-mail.ts';
import type { HistoryStore } from './history-store.ts';
import type { MessageStore } from './message-store.ts';

/** A mailbox to be made: empty, or holding the emails of an mbox file (gzip or plain). */
export interface MailboxSource {
  address: string;
  /** Absent: the sender name of the emails that the user wrote. */
  name?: string;
  /** Further addresses that the user sends from. */
  aliases?: readonly string[];
  file?: string;
}

/** The state of a mailbox. `waiting` emails arrive when their date comes. */
export interface MailboxState {
  address: string;
  name: string;
  messages: number;
  waiting: number;
  historyId: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const mailsInTransaction = 500;

export interface MailboxStores {
  database: DatabaseSync;
  owners: OwnerStore;
  messages: MessageStore;
  history: HistoryStore;
}

/**
 * Creates a mailbox from its file, and its owner. The caller has a
 * transaction open.
 */
export async function createMailbox(
  { database, owners, messages, history }: MailboxStores,
  source: MailboxSource,
  rules: FilingRules,
): Promise<Owner> {
  const owner = owners.add(source.address, source.name ?? source.address, source.aliases ?? []);
  history.openMailbox(owner.id);
  let name = source.name;
  for await (const mail of source.file === undefined
    ? []
    : readMailboxFile(source.address, source.file)) {
    name ??= ownName(owner, mail);
    const excluded = fileMail(messages, owner, mail, rules);
    if (excluded !== undefined) {
      storeExcluded(database, owner, excluded);
    }
  }
  owners.rename(owner.id, name ?? owner.address);
  return owner;
}

/** Adds emails as they are, their dates unmoved; those with a future date wait for it. */
export async function addMails(
  { database, messages }: MailboxStores,
  owner: Owner,
  mails: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  now: () => number,
): Promise<ExcludedMail[]> {
  const excluded: ExcludedMail[] = [];
  let pending: Buffer[] = [];
  const flush = () => {
    inTransaction(database, () => {
      for (const mail of pending) {
        const reason = fileMail(messages, owner, mail, { shiftDays: 0, now: now() });
        if (reason !== undefined) {
          storeExcluded(database, owner, reason);
          excluded.push(reason);
        }
      }
    });
    pending = [];
  };
  for await (const mail of mails) {
    pending.push(typeof mail === 'string' ? Buffer.from(mail, 'utf8') : Buffer.from(mail));
    if (pending.length === mailsInTransaction) {
      flush();
    }
  }
  flush();
  return excluded;
}

/**
 * The most whole days of 24 hours by which all these mailboxes' dates can move together and leave
 * no email after `now`; negative when some email bears a future date. Undefined: no email bears a
 * date.
 */
export async function latestShift(
  sources: readonly MailboxSource[],
  now: number,
): Promise<number | undefined> {
  let latest: number | undefined;
  for (const { address, file } of sources) {
    for await (const mail of file === undefined ? [] : readMailboxFile(address, file)) {
      latest = Math.max(latest ?? -Infinity, dateOf(mail) ?? -Infinity);
    }
  }
  return latest === undefined || latest === -Infinity
    ? undefined
    : Math.floor((now - latest) / dayMs);
}

export function mailboxStates({ owners, messages, history }: MailboxStores): MailboxState[] {
  return owners.list().map(({ id, address, name }) => {
    const counts = messages.counts(id);
    const historyId = String(history.current(id));
    return { address, name, messages: counts.messages, waiting: counts.waiting, historyId };
  });
}

/** Every email that was left out, of all mailboxes. */
export function excludedMails({ database }: MailboxStores): (ExcludedMail & { mailbox: string })[] {
  return database
    .prepare(
      'SELECT address, rfc_message_id, reason FROM left_out JOIN owners ON owners.id = owner ORDER BY left_out.rowid',
    )
    .all()
    .map((row) => ({
      mailbox: String(row['address']),
      messageId: row['rfc_message_id'] === null ? null : String(row['rfc_message_id']),
      reason: String(row['reason']),
    }));
}

function storeExcluded(
  database: DatabaseSync,
  owner: Owner,
  { messageId, reason }: ExcludedMail,
): void {
  database.prepare('INSERT INTO left_out VALUES (?, ?, ?)').run(owner.id, messageId, reason);
}

async function* readMailboxFile(address: string, file: string): AsyncGenerator<Buffer> {
  try {
    yield* readMbox(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The mailbox file ${file} of ${address} cannot be read: ${reason}`, {
      cause: error,
    });
  }
}

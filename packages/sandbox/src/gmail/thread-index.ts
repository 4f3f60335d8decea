import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MailHeader } from '../mail/mail-head.ts';
import { headerText, messageIds } from '../mail/header-text.ts';
import { findHeader } from '../mail/mail-head.ts';

/** Marks of replies and forwards before a subject, in the languages met most. */
const replyMarks = /^(?:\s*(?:re|fwd?|aw|wg|sv|antw|rif|tr|enc|vs)\s*(?:\[\d+\])?\s*:)+/i;

/**
 * Groups emails as Gmail does: an email joins a thread when they share a message id (its own, or one
 * that either refers to) and, reply marks aside, the subject. It works in whichever order emails
 * come, since an email is remembered under the ids that it refers to as well as under its own.
 */
export class ThreadIndex {
  readonly #find: StatementSync;
  readonly #remember: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(
      `SELECT thread_id FROM thread_references
       WHERE owner = ? AND subject = ? AND reference IN (SELECT value FROM json_each(?)) ORDER BY thread_id LIMIT 1`,
    );
    this.#remember = database.prepare(
      'INSERT OR IGNORE INTO thread_references VALUES (?, ?, ?, ?)',
    );
  }

  /** The thread of an email; a new one bears the id of its first message. */
  assign(owner: number, id: string, headers: readonly MailHeader[]): string {
    const subject = threadSubject(headers);
    const references = new Set(
      ['message-id', 'in-reply-to', 'references'].flatMap((name) => messageIds(headers, name)),
    );
    const found = this.#find.get(owner, subject, JSON.stringify([...references]));
    const threadId = found === undefined ? id : String(found['thread_id']);
    for (const reference of references) {
      this.#remember.run(owner, reference, subject, threadId);
    }
    return threadId;
  }
}

function threadSubject(headers: readonly MailHeader[]): string {
  const header = findHeader(headers, 'subject');
  const text = header === undefined ? '' : headerText(header);
  return text.replace(replyMarks, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

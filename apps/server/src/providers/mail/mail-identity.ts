import { usableMessageId } from './message-ids.ts';
import type { ReadMail } from './mime/read-mail.ts';

type Facts = Pick<ReadMail, 'messageId' | 'sentAt' | 'subject' | 'bodyHash'>;

/**
 * Returns a key that the copies of one email in several mailboxes share, and no other email has.
 *
 * A Message-ID is not sufficient: every recipient knows it and can send another email with the same one. So
 * the key includes the sender, the day of sending and the body. A forged copy that differs in one of them is
 * a separate email and never replaces a colleague's. Without a usable Message-ID, the time and the subject
 * are used instead.
 *
 * @param arrivedAt replaces the time of sending if no header contains it; then only its day counts.
 */
export function mailIdentity(
  { messageId, sentAt, subject = '', bodyHash }: Facts,
  sender: string,
  arrivedAt: Date,
): string {
  const sent = sentAt === undefined ? undefined : new Date(sentAt).toISOString();
  const day = sent?.slice(0, 10) ?? '';
  const id = usableMessageId(messageId);
  if (id !== undefined) return `message-id:${[id, sender, day, bodyHash].join('\n')}`;
  const time = sent ?? arrivedAt.toISOString().slice(0, 10);
  return `mail:${[sender, time, subject.trim(), bodyHash].join('\n')}`;
}

/**
 * Returns the key of an email of which only the head is known. It is also computed of a whole email, which is
 * recognized by it (`keepHeadIdentities`).
 */
export function headIdentity(
  { messageId, sentAt, subject = '' }: Omit<Facts, 'bodyHash'>,
  sender: string,
  arrivedAt: Date,
): string {
  const sent = sentAt === undefined ? arrivedAt.toISOString().slice(0, 10) : String(sentAt);
  return `mail-head:${[usableMessageId(messageId) ?? '', sender, sent, subject.trim()].join('\n')}`;
}

import type { ReadMail } from './mime/read-mail.ts';

/**
 * What the copies of one mail in several mailboxes have in common, and no other mail has.
 *
 * A Message-ID alone does not do: anyone who received a mail knows it and can send another mail with
 * the same one. So the sender, the day on which the mail was sent and its body belong to it: a
 * forged copy that differs in one of them is a mail of its own and never takes the place of what a
 * colleague contributed. Where there is no usable Message-ID, the time and the subject stand for it.
 *
 * @param arrivedAt stands for the time of sending where no header tells it; then only its day counts.
 */
export function mailIdentity(
  { messageId, sentAt, subject = '', bodyHash }: ReadMail,
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
 * The Message-ID with its angle brackets, or undefined where it does not name the mail: Gmail makes
 * up another one for each recipient of a mail that came without
 * (`<…SMTPIN_ADDED_MISSING@mx.google.com>`).
 */
export function usableMessageId(text: string | undefined): string | undefined {
  const [id] = messageIdsIn(text);
  return id === undefined || id.includes('SMTPIN_ADDED_') ? undefined : id;
}

export const messageIdsIn = (text: string | undefined): string[] =>
  text?.match(/<[^<>\s]+>/g) ?? [];

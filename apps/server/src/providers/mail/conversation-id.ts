import { createHash } from 'node:crypto';

/** A time and a random id; each answer appends a block. Bytes. */
const CONVERSATION_BYTES = 22;
const ANSWER_BYTES = 5;

/**
 * An id that the emails of one conversation of Outlook have in common, which may come without References: the
 * beginning of its Thread-Index, together with the topic. Outlook keeps the index when someone answers an old email
 * about something else and gives it another subject.
 *
 * @param valuesOf the values of a header by its lower-case name.
 */
export function conversationId(valuesOf: (name: string) => readonly string[]): string[] {
  const [index] = valuesOf('thread-index');
  const [topic] = valuesOf('thread-topic');
  if (index === undefined || topic === undefined) return [];
  const bytes = Buffer.from(index, 'base64');
  const isWhole = (bytes.length - CONVERSATION_BYTES) % ANSWER_BYTES === 0;
  if (bytes.length < CONVERSATION_BYTES || !isWhole || bytes[0] !== 1) return [];
  const hash = createHash('sha256')
    .update(bytes.subarray(0, CONVERSATION_BYTES))
    .update(topic.trim().toLowerCase())
    .digest('base64url');
  return [`<thread-index:${hash}>`];
}

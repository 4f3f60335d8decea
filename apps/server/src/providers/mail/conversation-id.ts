import { createHash } from 'node:crypto';
import { firstUsable } from './first-usable.ts';

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
  const bytes = firstUsable(valuesOf('thread-index'), bytesOf);
  const [topic] = valuesOf('thread-topic');
  if (bytes === undefined || topic === undefined) return [];
  const hash = createHash('sha256')
    .update(bytes.subarray(0, CONVERSATION_BYTES))
    .update(topic.trim().toLowerCase())
    .digest('base64url');
  return [`<thread-index:${hash}>`];
}

function bytesOf(index: string): Buffer | undefined {
  const bytes = Buffer.from(index, 'base64');
  const isWhole = (bytes.length - CONVERSATION_BYTES) % ANSWER_BYTES === 0;
  return bytes.length < CONVERSATION_BYTES || !isWhole || bytes[0] !== 1 ? undefined : bytes;
}

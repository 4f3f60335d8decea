import type { MailItem } from './mailbox-store.ts';

const [immutable, mutable] = ['AAkALg', 'AAMkAD'];

/** Whether a client prefers ids that survive a move; the words are case-sensitive. */
export const prefersImmutable = (prefer: string | string[] | undefined): boolean =>
  [prefer ?? []].flat().some((text) => /(^|[,\s])IdType="ImmutableId"/.test(text));

/** The id of a message; without the preference it is another one after each move. */
export function itemId({ message, moves }: MailItem, isImmutable: boolean): string {
  return isImmutable
    ? `${immutable}${encode(message.id)}`
    : `${mutable}${encode(`${message.id}:${moves}`)}`;
}

/** The message that an id may stand for, and how often it moved by then. */
export function readItemId(id: string): { message: string; moves: number | undefined } | undefined {
  const text = Buffer.from(id.slice(immutable.length), 'base64url').toString('latin1');
  if (id.startsWith(immutable)) return { message: text, moves: undefined };
  const [message, moves] = text.split(':');
  if (!id.startsWith(mutable) || message === undefined) return undefined;
  return { message, moves: Number(moves) };
}

const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');

import { isAutomatedAddress } from '../relationships/automated-address.ts';
import { daysBefore, workingDaysBefore } from './working-days.ts';

/** When a conversation waits for an answer. Days are those of the workspace. */
export const openRule = {
  /** Working days after which an email waits for the reader's answer. */
  waitingAfter: 1,
  /** Working days after which the reader's own email has got no answer. */
  unansweredAfter: 5,
  /** Days after which a conversation is no longer listed. */
  listedFor: 21,
} as const;

/** An email of a conversation. Addresses are in lower case. */
export interface ConversationMail {
  occurredAt: Date;
  from: readonly string[];
  to: readonly string[];
  /** Whether each copy of it is automatic or came through a list (`isAutomaticMail`). */
  isAutomatic: boolean;
  /** Whether its sender is at a domain of the account. */
  isFromAccount: boolean;
}

export interface Reader {
  /** The reader's own addresses: the sign-in address, and those of the reader's mailboxes. */
  own: ReadonlySet<string>;
  /** The addresses of all members of the workspace. */
  members: ReadonlySet<string>;
  /** The domains of the members' addresses, without free-mail providers. */
  domains: ReadonlySet<string>;
}

export type OpenConversation = 'waiting' | 'unanswered';

/** The instants between which the last email of an open conversation was sent. */
export interface OpenMoments {
  earliest: Date;
  waiting: Date;
  unanswered: Date;
}

export const openMoments = (now: Date, timeZone: string): OpenMoments => ({
  earliest: daysBefore(now, openRule.listedFor, timeZone),
  waiting: workingDaysBefore(now, openRule.waitingAfter, timeZone),
  unanswered: workingDaysBefore(now, openRule.unansweredAfter, timeZone),
});

/**
 * Whether a conversation waits for the reader's answer, or for an answer to the reader. Its last email that a person
 * wrote decides:
 *
 * - waiting: someone outside wrote it to the reader (To), more than a working day ago;
 * - unanswered: the reader wrote it to someone outside (To), more than five working days ago.
 *
 * Neither is older than 21 days.
 */
export function openConversation(
  mails: readonly ConversationMail[],
  reader: Reader,
  moments: OpenMoments,
): OpenConversation | undefined {
  const last = lastWritten(mails);
  if (last === undefined || last.occurredAt <= moments.earliest) return undefined;
  const state = stateAfter(last, reader);
  return state !== undefined && last.occurredAt <= moments[state] ? state : undefined;
}

/** The state that the last email of a conversation leaves it in, whatever its age. */
export function stateAfter(last: ConversationMail, reader: Reader): OpenConversation | undefined {
  if (!isWritten(last)) return undefined;
  if (last.from.some((address) => reader.own.has(address))) {
    const isAnswerable = (address: string) =>
      isOutside(address, reader, false) && !isAutomatedAddress(address);
    return last.to.some(isAnswerable) ? 'unanswered' : undefined;
  }
  const isByThem = last.from.every((address) => isOutside(address, reader, last.isFromAccount));
  const isToReader = last.to.some((address) => reader.own.has(address));
  return last.from.length > 0 && isByThem && isToReader ? 'waiting' : undefined;
}

/** The last email that a person wrote. Of several at one instant, that is the last one given. */
export function lastWritten<Mail extends ConversationMail>(
  mails: readonly Mail[],
): Mail | undefined {
  return mails.filter(isWritten).reduce<Mail | undefined>((last, mail) => {
    return last === undefined || mail.occurredAt >= last.occurredAt ? mail : last;
  }, undefined);
}

/** Whether a person wrote an email: it is not automatic, and neither is its sender's address. */
export const isWritten = ({ isAutomatic, from }: ConversationMail): boolean =>
  !isAutomatic && !from.some(isAutomatedAddress);

/**
 * Whether an address is external: not a member's, and not at one of our domains, unless the domain is the
 * account's.
 */
function isOutside(address: string, { members, domains }: Reader, isFromAccount: boolean): boolean {
  if (members.has(address)) return false;
  return isFromAccount || !domains.has(address.slice(address.lastIndexOf('@') + 1));
}

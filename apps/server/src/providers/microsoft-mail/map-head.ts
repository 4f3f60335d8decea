import type { ItemHead } from '#modules/integrations/provider/activity-source.ts';
import {
  type AddressHeaders,
  type MailParticipants,
  mailParticipants,
} from '../mail/mail-addresses.ts';
import { arrivalOf, type Message } from './message.ts';

type Recipient = Message['from'];

/**
 * Maps a message without its text.
 *
 * @returns undefined when its sender or its time is missing: then only the whole message can tell. Senders of the
 *   user's own organization may be names of Exchange's directory instead of addresses.
 */
export function mapHead(message: Message): ItemHead | undefined {
  const occurredAt = arrivalOf(message);
  const people = headParticipants(message);
  const hasSender = people.participants.some(({ role }) => role === 'from');
  if (occurredAt === undefined || !hasSender || hasDirectoryNames(message)) return undefined;
  return {
    occurredAt,
    participants: [...people.participants, ...people.bcc],
    listAddresses: people.listSenders,
    messageId: message.internetMessageId?.trim(),
  };
}

/** The participants; without a sender if the message has none. */
export const headParticipants = (message: Message): MailParticipants =>
  mailParticipants(addressesOf(message));

function addressesOf(message: Message): AddressHeaders {
  const { from, sender, toRecipients, ccRecipients, bccRecipients, replyTo } = message;
  return {
    from: toHeaders([from]),
    sender: toHeaders([sender]),
    to: toHeaders(toRecipients),
    cc: toHeaders(ccRecipients),
    bcc: toHeaders(bccRecipients),
    replyTo: toHeaders(replyTo),
  };
}

const toHeaders = (recipients: readonly Recipient[] | null | undefined): string[] =>
  (recipients ?? []).flatMap((recipient) => {
    const { name, address } = recipient?.emailAddress ?? {};
    if (!address || isDirectoryName(address)) return [];
    const plain = (name ?? '').replaceAll(/["\\\r\n]/g, ' ').trim();
    return [plain === '' ? `<${address}>` : `"${plain}" <${address}>`];
  });

/** `/O=COMPANY/OU=…/CN=RECIPIENTS/CN=ANN`: an entry of Exchange's directory. */
const isDirectoryName = (address: string): boolean => /^\/o=/i.test(address);

function hasDirectoryNames({ from, toRecipients, ccRecipients, bccRecipients }: Message): boolean {
  const all = [from, ...(toRecipients ?? []), ...(ccRecipients ?? []), ...(bccRecipients ?? [])];
  return all.some((one) => isDirectoryName(one?.emailAddress.address ?? ''));
}

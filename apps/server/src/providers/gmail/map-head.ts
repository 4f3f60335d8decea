import type { gmail_v1 } from '@googleapis/gmail';
import type { ItemHead } from '#modules/integrations/provider/activity-source.ts';
import { listAddresses } from '../mail/list-addresses.ts';
import {
  addressHeaders,
  type MailParticipants,
  mailParticipants,
  requireSender,
} from '../mail/mail-addresses.ts';
import { headMessageId } from '../mail/message-ids.ts';
import { mailTime } from './mail-time.ts';

/** The fields that are requested of an email that may concern no one: no subject, no text. */
export const headHeaders = [
  'From',
  'Sender',
  'To',
  'Cc',
  'Bcc',
  'List-Id',
  'List-Post',
  'Reply-To',
  'X-Original-From',
  'X-Original-Sender',
  'Message-ID',
];

/**
 * Maps an email in the format `metadata`.
 *
 * @throws Error when it has no sender: then only its text can tell whether it concerns anyone.
 */
export function mapHead(mail: gmail_v1.Schema$Message): ItemHead {
  const people = headParticipants(mail);
  requireSender(people, addressesOf(mail));
  return {
    occurredAt: mailTime(mail),
    participants: [...people.participants, ...people.bcc],
    listAddresses: [
      ...listAddresses({
        listPost: headerTexts(mail, 'list-post'),
        listId: headerTexts(mail, 'list-id'),
      }),
      ...people.listSenders,
    ],
    messageId: headMessageId(headerTexts(mail, 'message-id')),
  };
}

/** The participants of an email in the format `metadata`; without a sender if it has none. */
export const headParticipants = (mail: gmail_v1.Schema$Message): MailParticipants =>
  mailParticipants(addressesOf(mail));

/**
 * The headers that Gmail searches. They do not include the author of an email that a list sent under its own
 * address.
 */
export function searchedParticipants(mail: gmail_v1.Schema$Message): ItemHead['participants'] {
  const { from, to, cc, bcc } = addressesOf(mail);
  const people = mailParticipants({ from, sender: [], to, cc, bcc });
  return [...people.participants, ...people.bcc];
}

const addressesOf = (mail: gmail_v1.Schema$Message) =>
  addressHeaders((name) => headerTexts(mail, name));

const headerTexts = ({ payload }: gmail_v1.Schema$Message, wanted: string): string[] =>
  (payload?.headers ?? []).flatMap(({ name, value }) =>
    name?.toLowerCase() === wanted && value ? [value] : [],
  );

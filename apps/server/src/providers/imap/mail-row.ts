import { createHash } from 'node:crypto';
import type { FetchMessageObject, FetchQueryObject } from 'imapflow';
import type { ItemHead } from '#modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { detach } from '#platform/detach.ts';
import { firstUsable } from '../mail/first-usable.ts';
import { listAddresses } from '../mail/list-addresses.ts';
import {
  type AddressHeaders,
  addressHeaders,
  mailParticipants,
  requireSender,
} from '../mail/mail-addresses.ts';
import { mailboxTime } from '../mail/mail-time.ts';
import { headMessageId } from '../mail/message-ids.ts';
import { parseMailDate } from '../mail/parse-mail-date.ts';
import { MAX_HEAD_BYTES, MAX_START_BYTES } from './imap-limits.ts';

/** The items that are fetched of an email that may concern no one: no text. */
export const rowQuery: FetchQueryObject = {
  internalDate: true,
  size: true,
  flags: true,
  headers: [
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
    'Date',
    'Subject',
  ],
};

/** An email at one of its locations. */
export interface MailRow {
  location: ItemLocation;
  /** The time of arrival that the server reports. */
  arrivedAt: Date;
  /** That time, unless its `Date` header contradicts that (`mailTime`). */
  occurredAt: Date;
  /** Bytes. */
  size: number;
  isDraft: boolean;
  head: { addresses: AddressHeaders; listAddresses: string[]; messageId: string | undefined };
}

/**
 * Parses a row of a FETCH.
 *
 * @param source the mailbox; each has ids of its own.
 * @returns undefined when the server omitted a requested item.
 */
export function readRow(
  source: string,
  { path, validity }: { path: string; validity: number },
  { uid, headers, internalDate, size = 0, flags }: FetchMessageObject,
): MailRow | undefined {
  const arrivedAt = new Date(internalDate ?? Number.NaN);
  if (headers === undefined || Number.isNaN(arrivedAt.getTime())) return undefined;
  const values = readHeaders(headers);
  const all = (name: string) => (values.get(name) ?? []).map(detach);
  const id = mailId([
    source,
    ...['message-id', 'date', 'from', 'subject'].map((name) => all(name).join('\n')),
    String(size),
  ]);
  return {
    location: { id, folder: path, validity, uid },
    arrivedAt,
    occurredAt: mailboxTime(
      { sentAt: firstUsable(all('date'), parseMailDate), receivedAt: [] },
      arrivedAt,
    ),
    size,
    isDraft: flags?.has('\\Draft') ?? false,
    head: {
      addresses: addressHeaders(all),
      listAddresses: listAddresses({ listPost: all('list-post'), listId: all('list-id') }),
      messageId: headMessageId(all('message-id')),
    },
  };
}

/**
 * The row of an email without a Message-ID, which its beginning tells apart from others: the alerts of a
 * program may have the same headers and size in the same second.
 */
export function withIdFromStart(row: MailRow, start: Buffer): MailRow {
  const bytes = start.subarray(0, MAX_START_BYTES);
  const id = mailId([row.location.id, createHash('sha256').update(bytes).digest('base64url')]);
  return { ...row, location: { ...row.location, id } };
}

/** @throws Error when the email has no sender. */
export function toHead({ head, occurredAt }: MailRow): ItemHead {
  const people = mailParticipants(head.addresses);
  requireSender(people, head.addresses);
  return {
    occurredAt,
    participants: [...people.participants, ...people.bcc],
    listAddresses: [...head.listAddresses, ...people.listSenders],
    messageId: head.messageId,
  };
}

/**
 * An id that stays the same when the server moves or copies an email. The Message-ID is not
 * sufficient: anyone who has it can send another email with the same one
 * (docs/decisions/mail-identity.md).
 */
const mailId = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** The values of each header by lower-case name, unfolded. Non-ASCII bytes are UTF-8. */
function readHeaders(block: Buffer): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const unfolded = block
    .subarray(0, MAX_HEAD_BYTES)
    .toString('utf8')
    .replaceAll(/\r?\n[ \t]+/g, ' ');
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const others = values.get(name);
    // Not a copied list: the cost of a header that is repeated would be quadratic.
    if (others === undefined) values.set(name, [value]);
    else others.push(value);
  }
  return values;
}

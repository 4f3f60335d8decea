import { decodeWords } from 'postal-mime';
import { MAX_BODY_LENGTH, MAX_MESSAGE_IDS } from '@repo/domain/activities/activity-limits';
import { isPrivateSensitivity } from '@repo/domain/activities/owner-alone';
import { isAutomaticMail } from '@repo/domain/relationships/automatic-mail';
import {
  type AddressHeaders,
  addressHeaders,
  type MailParticipants,
  mailParticipants,
} from '../mail-addresses.ts';
import { JOURNAL_HEADER, withoutJournalReport } from '../journaled-mail.ts';
import { conversationId } from '../conversation-id.ts';
import { firstUsable } from '../first-usable.ts';
import { firstAndLastIds, hasMessageId, usableMessageId } from '../message-ids.ts';
import { parseMailDate } from '../parse-mail-date.ts';
import { receivedTimes } from '../mail-time.ts';
import { hashBody } from './body-hash.ts';
import { type FormerReading, formerReading } from './former-reading.ts';
import { readableName } from './file-name.ts';
import { parseMail, type Repairs } from './mail-parser.ts';
import { fromFirstHeader } from './start-of-mail.ts';
import { unquoteMbox } from './unquote-mbox.ts';

/** The parsed email, in a form that can be passed between threads. */
export interface ReadMail {
  messageId: string | undefined;
  references: string | undefined;
  inReplyTo: string | undefined;
  /** The first `Date` header that is a valid date; milliseconds since 1970. */
  sentAt: number | undefined;
  /** The times at which servers say that they received it, the last one first. */
  receivedAt: number[];
  /** The first ids by which other emails of its conversation may name it, or that they have in common. */
  otherIds: string[];
  subject: string | undefined;
  /** The bodies, cut to the stored length: a page of emails may have gigabytes of them. */
  text: string | undefined;
  html: string | undefined;
  /**
   * A hash that is the same for every copy of the email, however its body was encoded in transit.
   */
  bodyHash: string;
  /** The identity before repairs; undefined for an email that cannot have been stored then. */
  former: FormerReading | undefined;
  /** Parsed where the email is: headers of a megabyte take seconds. */
  people: MailParticipants;
  /** As they are written, which an error quotes. */
  senders: Pick<AddressHeaders, 'from' | 'sender'>;
  /** Whether its headers say that no person wrote it. */
  isAutomatic: boolean;
  /** Whether its sender marked it as personal, private or confidential. */
  isPrivate: boolean;
  /** Only the names of attachments. */
  attachments: string[];
}

/** As it was sent, or with the quoted lines of an mbox file. */
export type MailForm = 'plain' | 'mbox';

/** Parses an email (RFC 5322): its bytes, or its base64url encoding. */
export type MailReader = (raw: string | Uint8Array, form?: MailForm) => Promise<ReadMail>;

/** Parses an email in this thread. */
export const readMail: MailReader = async (raw, form = 'plain') => {
  const bytes = bytesOf(raw);
  const mail = fromFirstHeader(form === 'mbox' ? unquoteMbox(bytes) : bytes);
  const repairs: Repairs = { isOn: true, wasNeeded: false };
  const outer = await parseMail(mail, repairs);
  // Parsed again rather than searched for the header each time: there are hardly any.
  const isJournal = outer.headers.some(({ key }) => key === JOURNAL_HEADER);
  const email = isJournal ? await parseMail(withoutJournalReport(mail)) : outer;
  const { text, html } = email;
  const byName = Map.groupBy(
    email.headers.filter(({ value }) => value !== ''),
    ({ key }) => key,
  );
  const headers = (name: string) => byName.get(name)?.map(({ value }) => value) ?? [];
  /** A text of the parser, which takes the first; another one of the same header where that is not usable. */
  const usable = (name: string, first: string | undefined, isUsable: (text: string) => boolean) =>
    first !== undefined && isUsable(first)
      ? first
      : (firstUsable(headers(name), (value) => {
          const text = decodeWords(value);
          return isUsable(text) ? text : undefined;
        }) ?? first);
  const senders = { from: headers('from'), sender: headers('sender') };
  const people = mailParticipants(addressHeaders(headers));
  const partTypes = email.attachments.map(
    ({ mimeType, method = '' }) => `${mimeType}; method=${method}`,
  );
  const sentAt = firstUsable(headers('date'), parseMailDate);
  const bodyHash = hashBody(text, html);
  return {
    messageId: usable('message-id', email.messageId, (text) => usableMessageId(text) !== undefined),
    references: firstAndLastIds(usable('references', email.references, hasMessageId)),
    inReplyTo: firstAndLastIds(usable('in-reply-to', email.inReplyTo, hasMessageId)),
    sentAt,
    receivedAt: receivedTimes(headers('received'), sentAt),
    otherIds: [...originalIdHeaders.flatMap(headers), ...conversationId(headers)]
      .slice(0, MAX_MESSAGE_IDS)
      .map((id) => firstAndLastIds(id) ?? ''),
    subject: usable('subject', email.subject, (text) => text.trim() !== ''),
    text: text?.slice(0, MAX_BODY_LENGTH),
    html: html?.slice(0, MAX_BODY_LENGTH),
    bodyHash,
    former: isJournal
      ? undefined
      : await formerReading(mail, email, {
          wasRepaired: repairs.wasNeeded,
          headers: senders,
          now: { bodyHash, people },
        }),
    people,
    senders,
    isAutomatic:
      people.listSenders.length > 0 ||
      isAutomaticMail(headers, [...headers('content-type'), ...partTypes]),
    isPrivate: headers('sensitivity').some(isPrivateSensitivity),
    attachments: email.attachments.flatMap(({ filename, related }) =>
      filename && !related ? [readableName(filename)] : [],
    ),
  };
};

/** Programs that replace the Message-ID keep here the one that replies refer to. */
const originalIdHeaders = [
  'x-original-message-id',
  'x-google-original-message-id',
  'x-gmail-original-message-id',
  'x-microsoft-original-message-id',
];

const bytesOf = (raw: string | Uint8Array): Buffer =>
  typeof raw === 'string'
    ? Buffer.from(raw, 'base64url')
    : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

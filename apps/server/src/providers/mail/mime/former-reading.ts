import type { Email } from 'postal-mime';
import { type MailParticipants, mailParticipants } from '../mail-addresses.ts';
import { formerBodyHash, hasMboxQuotes } from './body-hash.ts';
import { parseMail } from './mail-parser.ts';

/** The fields that identify an email, as versions until 27 November 2026 read them. */
export interface FormerReading {
  messageId: string | undefined;
  sentAt: number | undefined;
  subject: string | undefined;
  bodyHash: string;
  sender: string;
}

/** Fields that are the same as before for nearly all emails, and are then not computed again. */
interface Now {
  bodyHash: string;
  people: MailParticipants;
}

interface Headers {
  from: readonly string[];
  sender: readonly string[];
}

/**
 * Reads an email as it was read before texts, dates and authors were repaired, so that an email stored then
 * is recognized when it is captured again (docs/decisions/mail-identity.md). Repairs of raw bytes in a header
 * are not undone: they only change the identity of emails without a Message-ID.
 *
 * @param email as it is read now. @param wasRepaired whether a repair changed its texts. @param now the
 *   result of reading it now.
 * @returns undefined for an email that had no sender then and could not be stored.
 */
export async function formerReading(
  mail: Buffer,
  email: Email,
  { wasRepaired, headers, now }: { wasRepaired: boolean; headers: Headers; now: Now },
): Promise<FormerReading | undefined> {
  const { messageId, date, subject, text, html } = wasRepaired
    ? await tryAsBefore(mail, email)
    : email;
  const sender = senderAsWritten(headers, now.people);
  if (sender === undefined) return undefined;
  const sentAt = Date.parse(date ?? '');
  return {
    messageId,
    sentAt: Number.isNaN(sentAt) ? undefined : sentAt,
    subject,
    bodyHash: wasRepaired || hasMboxQuotes(text, html) ? formerBodyHash(text, html) : now.bodyHash,
    sender,
  };
}

/** The sender of the From header, also where the author of an email from a list takes its place. */
function senderAsWritten(headers: Headers, { participants }: MailParticipants): string | undefined {
  const [first] = participants;
  const mayBeRewritten = [...headers.from, ...headers.sender].some((one) => rewritten.test(one));
  const isAsWritten = first?.role === 'from' && !mayBeRewritten;
  if (isAsWritten) return first.email;
  return mailParticipants({ ...headers, to: [], cc: [], bcc: [] }).participants[0]?.email;
}

/** Matches a From header that a list may have rewritten. */
const rewritten = /=|\bvia\b|\bon behalf of\b/i;

/** An email that cannot be parsed without the repairs could not be stored. */
const tryAsBefore = (mail: Buffer, email: Email): Promise<Email> =>
  parseAsBefore(mail).catch(() => email);

/** Texts without a decodable character were read again as windows-1252. */
async function parseAsBefore(mail: Buffer): Promise<Email> {
  const before = { isOn: false, wasNeeded: false };
  const email = await parseMail(mail, before);
  const { text, html } = email;
  if (!isForeign(text) && !isForeign(html)) return email;
  const again = await parseMail(inWindows1252(mail), before);
  return {
    ...email,
    ...(text !== undefined && { text: readableOf(text, again.text) }),
    ...(html !== undefined && { html: readableOf(html, again.html) }),
  };
}

/** A header of a text part, with its folded lines. */
const textHeader = /^(content-type:[ \t]*text\/[\w.+-]+)((?:.*(?:\r?\n[ \t].*)*))/gim;
const otherCharset = /charset\s*=\s*"?(?!utf-?8\b)[\w-]/i;

const isForeign = (text = ''): boolean =>
  text.includes('\u{fffd}') && !/[\u0080-\ufffc\ufffe\uffff]/.test(text);

/** Declares windows-1252 for the texts that declare UTF-8 or nothing. */
function inWindows1252(mail: Buffer): Buffer {
  const text = mail.toString('latin1');
  const charset = 'charset=windows-1252';
  if (!/^content-type:/im.test(text)) {
    return Buffer.from(`Content-Type: text/plain; ${charset}\r\n${text}`, 'latin1');
  }
  const declared = text.replaceAll(textHeader, (header, type: string, rest: string) =>
    otherCharset.test(rest) ? header : `${type}; ${charset}${rest}`,
  );
  return Buffer.from(declared, 'latin1');
}

const readableOf = (asDeclared: string, asWindows1252: string | undefined): string =>
  isForeign(asDeclared) && asWindows1252 !== undefined && !asWindows1252.includes('ï¿½')
    ? asWindows1252
    : asDeclared;

import type { Address } from 'postal-mime';
import { addressParser } from 'postal-mime';
import { headerText, messageIds } from '../mail/header-text.ts';
import { moveMailDate, readMailDate } from '../mail/mail-date.ts';
import type { MailHeader } from '../mail/mail-head.ts';
import { findHeader, readMailHead } from '../mail/mail-head.ts';
import type { Owner } from '../owners/owner-store.ts';
import type { MessageStore } from './message-store.ts';

/** An email that could not be filed, and why. `messageId` is null if the email has none. */
export interface ExcludedMail {
  messageId: string | null;
  reason: string;
}

export interface FilingRules {
  shiftDays: number;
  now: number;
}

/**
 * Stores an email in a user's mailbox under its own date, moved by `shiftDays`; one whose date is in
 * the future arrives then. Returns why, when the email has no usable date and is excluded.
 */
export function fileMail(
  messages: MessageStore,
  owner: Owner,
  original: Buffer,
  { shiftDays, now }: FilingRules,
): ExcludedMail | undefined {
  const { headers } = readMailHead(original);
  const header = findHeader(headers, 'date');
  const date =
    header === undefined ? undefined : readMailDate(moveMailDate(header.value, shiftDays));
  if (header === undefined || date === undefined) {
    return { messageId: messageIds(headers, 'message-id')[0] ?? null, reason: whyUndated(header) };
  }
  const raw = moveDate(original, header, shiftDays);
  const labels = [isWrittenBy(owner, headers) ? 'SENT' : 'INBOX'];
  messages.add(owner, { raw, original, internalDate: date, labels, arrived: date <= now });
  return undefined;
}

/** Puts an email into a mailbox now, whatever its date; Gmail takes in emails without one too. */
export function deliverMail(
  messages: MessageStore,
  owner: Owner,
  raw: Buffer,
  now: number,
): string {
  const { headers } = readMailHead(raw);
  const date = readMailDate(findHeader(headers, 'date')?.value ?? '') ?? now;
  const labels = isWrittenBy(owner, headers) ? ['SENT'] : ['INBOX', 'UNREAD'];
  return messages.add(owner, {
    raw,
    original: raw,
    internalDate: Math.min(date, now),
    labels,
    arrived: true,
  }).id;
}

/** The sender name of an email that the user wrote. */
export function ownName(owner: Owner, raw: Buffer): string | undefined {
  const { headers } = readMailHead(raw);
  return isWrittenBy(owner, headers) ? sender(headers)?.name || undefined : undefined;
}

/** The moment of an email's Date header, unmoved; undefined without a usable one. */
export function dateOf(raw: Buffer): number | undefined {
  return readMailDate(findHeader(readMailHead(raw).headers, 'date')?.value ?? '');
}

function whyUndated(header: MailHeader | undefined): string {
  return header === undefined
    ? 'It has no Date header.'
    : `Its Date header names no date: "${header.value.trim()}".`;
}

function isWrittenBy(owner: Owner, headers: readonly MailHeader[]): boolean {
  const address = sender(headers)?.address?.toLowerCase();
  return address !== undefined && [owner.address, ...owner.aliases].includes(address);
}

function sender(headers: readonly MailHeader[]): Address | undefined {
  const header = findHeader(headers, 'from');
  return header === undefined ? undefined : addressParser(headerText(header), { flatten: true })[0];
}

function moveDate(raw: Buffer, { value, start }: MailHeader, days: number): Buffer {
  const moved = moveMailDate(value, days);
  return moved === value
    ? raw
    : Buffer.concat([
        raw.subarray(0, start),
        Buffer.from(moved, 'latin1'),
        raw.subarray(start + value.length),
      ]);
}

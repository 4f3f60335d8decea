import { type Address, addressParser } from 'postal-mime';
import { limitParticipants } from '@repo/domain/activities/limit-participants';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { listAddresses } from './list-addresses.ts';
import { isListSender, listAuthor, type Mailbox } from './list-author.ts';

type Participants = ActivityToCapture['participants'];

/** RFC 5321 allows 254 characters; a much longer text is not an address. */
const MAX_ADDRESS_LENGTH = 1_000;

/**
 * The values of an email's address headers, as they were sent. A header may occur several times.
 */
export interface AddressHeaders {
  from: readonly string[];
  sender: readonly string[];
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  /** These are also of emails that a mailing list may have rewritten; see `list-author.ts`. */
  replyTo?: readonly string[];
  originalFrom?: readonly string[];
  originalSender?: readonly string[];
  listPost?: readonly string[];
  listId?: readonly string[];
}

/** The names of the headers in `AddressHeaders`, in lower case. */
export const ADDRESS_HEADERS = {
  from: 'from',
  sender: 'sender',
  to: 'to',
  cc: 'cc',
  bcc: 'bcc',
  replyTo: 'reply-to',
  originalFrom: 'x-original-from',
  originalSender: 'x-original-sender',
  listPost: 'list-post',
  listId: 'list-id',
} as const satisfies Record<keyof AddressHeaders, string>;

/** @param valuesOf the values of a header by its lower-case name. */
export const addressHeaders = (valuesOf: (name: string) => readonly string[]): AddressHeaders => {
  const { from, sender, to, cc, bcc, replyTo, originalFrom, originalSender, listPost, listId } =
    ADDRESS_HEADERS;
  return {
    from: valuesOf(from),
    sender: valuesOf(sender),
    to: valuesOf(to),
    cc: valuesOf(cc),
    bcc: valuesOf(bcc),
    replyTo: valuesOf(replyTo),
    originalFrom: valuesOf(originalFrom),
    originalSender: valuesOf(originalSender),
    listPost: valuesOf(listPost),
    listId: valuesOf(listId),
  };
};

export interface MailParticipants {
  /** The senders first; none of them when no header contains one. */
  participants: Participants;
  /** Recipients that only the sender may see. */
  bcc: Participants;
  /** The list that is the sender, since nothing says beyond doubt who the author is. */
  listSenders: string[];
  /** Addresses in Sender, in Reply-To and beyond the stored participants. They are compared with protected ones. */
  further: string[];
  /** Addresses beyond the stored hidden recipients. */
  furtherBcc: string[];
}

/**
 * The participants of an email that are stored. Several From addresses are all senders; without any, the Sender
 * header is used. Where a mailing list has put itself in the author's place, the author is the sender.
 */
export function mailParticipants(headers: AddressHeaders): MailParticipants {
  const to = inRole('to', headers.to);
  const cc = inRole('cc', headers.cc);
  const authors = inRole('from', headers.from);
  const senders = authors.length > 0 ? authors : inRole('from', headers.sender);
  const original = unrewritten(senders, headers, [...to, ...cc]);
  const everyone = [...original.senders, ...to, ...cc];
  const participants = [...limitParticipants(everyone)];
  const everyBcc = inRole('other', headers.bcc);
  const bcc = [...limitParticipants(everyBcc)];
  const others = [...headers.sender, ...(headers.replyTo ?? [])].flatMap(parseMailboxes);
  return {
    participants,
    bcc,
    listSenders: original.listSenders,
    further: furtherThan(participants, [...everyone, ...senders, ...others]),
    furtherBcc: furtherThan(bcc, everyBcc),
  };
}

function furtherThan(kept: Participants, all: readonly { email: string }[]): string[] {
  const known = new Set(kept.map(({ email }) => email));
  return [...new Set(all.map(({ email }) => email))].filter((email) => !known.has(email));
}

function unrewritten(
  senders: Participants,
  headers: AddressHeaders,
  recipients: Participants,
): { senders: Participants; listSenders: string[] } {
  const {
    replyTo = [],
    originalFrom = [],
    originalSender = [],
    listPost = [],
    listId = [],
  } = headers;
  const [from, ...others] = senders;
  if (from === undefined || others.length > 0) return { senders, listSenders: [] };
  if (!/\b(?:via|on behalf of)\b/i.test(from.name) && !from.email.includes('=')) {
    return { senders, listSenders: [] };
  }
  const originals = [originalFrom, originalSender, replyTo]
    .map((values) => values.flatMap(parseMailboxes))
    .flatMap((mailboxes) => (mailboxes.length === 1 ? mailboxes : []));
  const lists = new Set([
    ...listAddresses({ listPost, listId }),
    ...recipients.map(({ email }) => email),
  ]);
  const author = listAuthor({ from, originals, lists });
  if (author !== undefined) return { senders: [{ ...author, role: 'from' }], listSenders: [] };
  return { senders, listSenders: isListSender(from, lists) ? [from.email] : [] };
}

/** @throws Error when the email has no sender. The message quotes the header for users. */
export function requireSender(
  { participants }: Pick<MailParticipants, 'participants'>,
  { from, sender }: Pick<AddressHeaders, 'from' | 'sender'>,
): void {
  if (participants.some(({ role }) => role === 'from')) return;
  const text = [...from, ...sender].join(', ').trim();
  throw new Error(
    text === ''
      ? 'The email has no sender.'
      : `No sender address could be read from “From: ${text.slice(0, 200)}”.`,
  );
}

function inRole(role: Participants[number]['role'], headers: readonly string[]): Participants {
  const seen = new Set<string>();
  const mailboxes = headers.flatMap(parseMailboxes);
  const found = mailboxes.length > 0 ? mailboxes : headers.flatMap(archivedMailbox);
  return found.flatMap(({ name, email }) => {
    if (seen.has(email)) return [];
    seen.add(email);
    // Some programs repeat the address where the name belongs.
    return [{ name: name.toLowerCase() === email ? '' : name, email, role }];
  });
}

/**
 * The mailboxes of one header, parsed leniently: groups are flattened, and a name with a comma that
 * should have been quoted (`Smith, John <js@acme.com>`) is joined again. Entries without an address
 * are dropped.
 */
function parseMailboxes(header: string): Mailbox[] {
  const mailboxes: Mailbox[] = [];
  let pending: string[] = [];
  for (const { name, address } of addressParser(header, { flatten: true }) as Address[]) {
    const [email, ...others] = addressesIn(header, address ?? '');
    if (email === undefined) {
      if (name.trim() !== '') pending.push(cleanName(name));
      continue;
    }
    const own = cleanName(name);
    mailboxes.push({ name: own === '' ? '' : [...pending, own].join(', '), email });
    for (const other of others) mailboxes.push({ name: '', email: other });
    pending = [];
  }
  return mailboxes;
}

/** The address of a mailbox; programs also put several into one pair of brackets. */
function addressesIn(header: string, text: string): string[] {
  const quoted = quotedAddress(header, text);
  if (quoted !== undefined) return [quoted];
  // Relays are named before the address: `@relay.example,@other.example:ann@acme.com`.
  const direct = text.replace(/^<?\s*@[^:<>]{1,500}:/, '');
  const parts = /@[^@]*[;,][^@]*@/.test(direct) ? direct.split(/[;,]/) : [direct];
  return parts.flatMap((part) => cleanAddress(part) ?? []);
}

/** `anna at acme.com (Anna Berg)`, as the archives of mailing lists write it. */
function archivedMailbox(header: string): Mailbox[] {
  const [, local = '', domain = '', name = ''] =
    /^\s*([\w.+-]{1,64}) at ([\w-]{1,63}(?:\.[\w-]{1,63}){1,8}) \(([^()]{1,200})\)\s*$/.exec(
      header.slice(0, MAX_ADDRESS_LENGTH),
    ) ?? [];
  const email = cleanAddress(`${local}@${domain}`);
  return email === undefined ? [] : [{ name: cleanName(name), email }];
}

const cleanName = (name: string): string => name.replaceAll(/[\\<>]/g, '').trim();

/** An address with blanks or another at sign in its local part, quoted because of them. The parser drops the quotes. */
function quotedAddress(header: string, address: string | undefined): string | undefined {
  if (address === undefined || !header.includes('"@')) return undefined;
  const [, local = '', domain] =
    /^"?([^"<>\s]{1,64}(?: [^"<>\s]{1,64}){0,8})"?@([\w.-]{1,255})$/.exec(address.trim()) ?? [];
  if (domain === undefined || !/[ @]/.test(local)) return undefined;
  return `"${local}"@${domain}`.toLowerCase();
}

/**
 * A lower-case address without what broken programs add to it (`mailto:`, quotes, brackets, spaces and marks
 * without width, comments, a dot at the end), or undefined when one side of the at sign is empty.
 */
function cleanAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  const inBrackets = text.slice(text.lastIndexOf('<') + 1).split('>', 1)[0] ?? '';
  const opened = inBrackets
    .replaceAll(/[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]+|\([^()@]*\)/g, '')
    .replace(/^['"`[(]+/, '')
    .replace(/^mailto:/i, '');
  const bare = withoutEnd(opened, '\'"`]).').toLowerCase();
  // The domain may be an address in brackets. The closing one was just removed.
  const address = bare.includes('@[') ? `${bare}]` : bare;
  const at = address.lastIndexOf('@');
  return at > 0 && at < address.length - 1 ? address : undefined;
}

/**
 * Removes the given characters from the end. An expression such as `/[)]+$/` takes quadratic time.
 */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

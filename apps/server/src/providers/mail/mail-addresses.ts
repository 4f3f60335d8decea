import { type Address, addressParser } from 'postal-mime';
import { limitParticipants } from '@repo/domain/activities/limit-participants';
import type { ActivityToCapture } from '../../modules/integrations/provider.ts';

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
}

export interface MailParticipants {
  /** The senders first; none of them when no header contains one. */
  participants: Participants;
  /** Recipients that only the sender may see. */
  bcc: Participants;
}

/**
 * The participants of an email that are stored. Several From addresses are all senders; without any, the Sender
 * header is used.
 */
export function mailParticipants({ from, sender, to, cc, bcc }: AddressHeaders): MailParticipants {
  const authors = inRole('from', from);
  return {
    participants: [
      ...limitParticipants([
        ...(authors.length > 0 ? authors : inRole('from', sender)),
        ...inRole('to', to),
        ...inRole('cc', cc),
      ]),
    ],
    bcc: [...limitParticipants(inRole('other', bcc))],
  };
}

/** @throws Error when the email has no sender. The message quotes the header for users. */
export function requireSender(
  { participants }: MailParticipants,
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
  return headers.flatMap(parseMailboxes).flatMap(({ name, email }) => {
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
function parseMailboxes(header: string): { name: string; email: string }[] {
  const mailboxes: { name: string; email: string }[] = [];
  let pending: string[] = [];
  for (const { name, address } of addressParser(header, { flatten: true }) as Address[]) {
    const email = cleanAddress(address ?? '');
    if (email === undefined) {
      if (name.trim() !== '') pending.push(cleanName(name));
      continue;
    }
    const own = cleanName(name);
    mailboxes.push({ name: own === '' ? '' : [...pending, own].join(', '), email });
    pending = [];
  }
  return mailboxes;
}

const cleanName = (name: string): string => name.replaceAll(/[\\<>]/g, '').trim();

/**
 * A lower-case address without what broken programs add to it (`mailto:`, quotes, brackets, spaces,
 * comments, a dot at the end), or undefined when one side of the at sign is empty.
 */
function cleanAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  const inBrackets = text.slice(text.lastIndexOf('<') + 1).split('>', 1)[0] ?? '';
  const opened = inBrackets
    .replaceAll(/\s+|\([^()@]*\)/g, '')
    .replace(/^['"`[(]+/, '')
    .replace(/^mailto:/i, '');
  const bare = withoutEnd(opened, '\'"`]).').toLowerCase();
  // The domain may be an address in brackets, of which the closing one was just removed.
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

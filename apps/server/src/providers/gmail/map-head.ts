import type { gmail_v1 } from '@googleapis/gmail';
import type { ItemHead } from '../../modules/integrations/provider.ts';
import { mailParticipants, parseAddresses } from './mail-participants.ts';
import { mailTime } from './mail-time.ts';

/** What is asked for of a mail that may concern nobody: no subject, no text. */
export const headHeaders = ['From', 'To', 'Cc', 'Bcc', 'List-Id', 'List-Post'];

/** A mail in the format `metadata`. */
export function mapHead(mail: gmail_v1.Schema$Message): ItemHead {
  const headers = mail.payload?.headers ?? [];
  const textsOf = (name: string) =>
    headers.flatMap((header) =>
      header.name?.toLowerCase() === name && header.value ? [header.value] : [],
    );
  const addressesOf = (name: string) => textsOf(name).flatMap(parseAddresses);
  return {
    occurredAt: mailTime(mail),
    participants: mailParticipants({
      from: addressesOf('from'),
      to: addressesOf('to'),
      cc: addressesOf('cc'),
      bcc: addressesOf('bcc'),
    }),
    listAddresses: [
      ...textsOf('list-post').flatMap(postAddresses),
      ...textsOf('list-id').flatMap(idAddress),
    ],
  };
}

/** `<mailto:list@example.org?subject=…>` (RFC 2369) */
const postAddresses = (text: string): string[] =>
  [...text.matchAll(/<mailto:([^>?\s]+)/gi)].flatMap(([, address]) => address?.toLowerCase() ?? []);

/** `Name <list.example.org>` (RFC 2919): the list's address with a dot for the at sign. */
function idAddress(text: string): string[] {
  const [, name, host] = /<([^<>.\s]+)\.([^<>\s]+)>/.exec(text) ?? [];
  return name === undefined || host === undefined ? [] : [`${name}@${host}`.toLowerCase()];
}

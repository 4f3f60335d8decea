import { type Address, addressParser } from 'postal-mime';
import { snippetOf } from '../gmail/snippet.ts';
import { headerText } from '../mail/header-text.ts';
import { readMailDate } from '../mail/mail-date.ts';
import { findHeader, type MailHeader, readMailHead } from '../mail/mail-head.ts';
import { readMimeTree } from '../mail/mime-tree.ts';
import type { MailItem } from './mailbox-store.ts';

export interface ResourceOptions {
  id: string;
  raw: Buffer;
  /** The names of `$select`; empty for the usual ones. */
  select: readonly string[];
  /** Whether the grant excludes texts. */
  isBasic: boolean;
  isDraft: boolean;
  hasNulls: boolean;
  /** The domain whose addresses are names of Exchange's directory; undefined for none. */
  exchangeDomain: string | undefined;
}

/** Fields that only come when they are selected. */
const onSelection = new Set(['internetMessageHeaders', 'uniqueBody']);
const withheldBasic = new Set(['body', 'bodyPreview', 'uniqueBody']);

/** A message as Microsoft Graph shows it. */
export function messageResource(item: MailItem, options: ResourceOptions): Record<string, unknown> {
  const { id, raw, select, isBasic, isDraft, hasNulls } = options;
  const { headers } = readMailHead(raw);
  const { internalDate, rfcMessageId, threadId } = item.message;
  const people = (name: string) => recipients(headers, name, options.exchangeDomain);
  const [from = null] = people('from');
  const [sender = from] = people('sender');
  const fields: Record<string, unknown> = {
    createdDateTime: seconds(internalDate),
    lastModifiedDateTime: seconds(item.modified),
    receivedDateTime: seconds(internalDate),
    sentDateTime: seconds(readMailDate(findHeader(headers, 'date')?.value ?? '') ?? internalDate),
    internetMessageId: rfcMessageId === undefined ? null : `<${rfcMessageId}>`,
    subject: textOf(headers, 'subject') ?? '',
    parentFolderId: item.folder,
    conversationId: `AAQk${threadId}`,
    isDraft,
    isRead: hasNulls ? null : true,
    from: hasNulls ? null : from,
    sender: hasNulls ? null : sender,
    toRecipients: people('to'),
    ccRecipients: people('cc'),
    bccRecipients: people('bcc'),
    replyTo: people('reply-to'),
    bodyPreview: snippetOf(readMimeTree(raw)),
    internetMessageHeaders: headers.map((header) => ({
      name: header.name,
      value: headerText(header),
    })),
  };
  const wanted =
    select.length === 0 ? Object.keys(fields).filter((name) => !onSelection.has(name)) : select;
  const shown = wanted.filter((name) => name in fields && !(isBasic && withheldBasic.has(name)));
  return {
    '@odata.etag': `W/"${item.moves}.${item.modified}"`,
    id,
    ...Object.fromEntries(shown.map((name) => [name, fields[name]])),
  };
}

/** Graph's times have no milliseconds. */
export const seconds = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

const textOf = (headers: readonly MailHeader[], name: string): string | undefined => {
  const header = findHeader(headers, name);
  return header && headerText(header);
};

function recipients(
  headers: readonly MailHeader[],
  name: string,
  exchangeDomain: string | undefined,
): { emailAddress: { name: string; address: string } }[] {
  const texts = headers.filter((header) => header.name.toLowerCase() === name).map(headerText);
  const addresses = texts.flatMap(
    (text) => addressParser(text, { flatten: true }) as (Address & { address?: string })[],
  );
  return addresses.flatMap(({ name: own, address }) => {
    if (!address) return [];
    const isInner = exchangeDomain !== undefined && address.endsWith(`@${exchangeDomain}`);
    const shown = isInner
      ? `/O=FIRST ORGANIZATION/OU=EXCHANGE ADMINISTRATIVE GROUP/CN=RECIPIENTS/CN=${address.split('@')[0]}`
      : address;
    return [{ emailAddress: { name: own === '' ? address : own, address: shown } }];
  });
}

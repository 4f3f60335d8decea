import { headerText } from '../mail/header-text.ts';
import type { MailHeader } from '../mail/mail-head.ts';
import { findHeader } from '../mail/mail-head.ts';
import type { MimePart } from '../mail/mime-tree.ts';
import { readMimeTree } from '../mail/mime-tree.ts';
import { snippetOf } from './snippet.ts';

export const messageFormats = ['minimal', 'metadata', 'full', 'raw'] as const;
export type MessageFormat = (typeof messageFormats)[number];

export interface MessageSource {
  id: string;
  threadId: string;
  labelIds: string[];
  historyId: number;
  internalDate: number;
  raw: Buffer;
}

/**
 * A message as `messages.get` returns it. `metadataHeaders`: those alone, in the format `metadata`;
 * empty: all.
 */
export function messageResource(
  { id, threadId, labelIds, historyId, internalDate, raw }: MessageSource,
  format: MessageFormat,
  metadataHeaders: readonly string[],
): Record<string, unknown> {
  const tree = readMimeTree(raw);
  return {
    id,
    threadId,
    labelIds,
    snippet: snippetOf(tree),
    ...(format === 'metadata' ? { payload: headPayload(tree, metadataHeaders) } : {}),
    ...(format === 'full' ? { payload: partPayload(tree) } : {}),
    sizeEstimate: raw.length,
    historyId: String(historyId),
    internalDate: String(internalDate),
    ...(format === 'raw' ? { raw: webSafe(raw) } : {}),
  };
}

/**
 * The body of an attachment as `attachments.get` returns it; undefined when the id is unknown.
 */
export function attachmentResource(
  raw: Buffer,
  attachmentId: string,
): Record<string, unknown> | undefined {
  const part = allParts(readMimeTree(raw)).find(
    (candidate) => attachmentIdOf(candidate) === attachmentId,
  );
  return part === undefined ? undefined : { size: part.body.length, data: webSafe(part.body) };
}

function headPayload(
  { mimeType, headers }: MimePart,
  wanted: readonly string[],
): Record<string, unknown> {
  const names = new Set(wanted.map((name) => name.toLowerCase()));
  const chosen =
    names.size === 0 ? headers : headers.filter(({ name }) => names.has(name.toLowerCase()));
  return { mimeType, ...(chosen.length === 0 ? {} : { headers: chosen.map(headerResource) }) };
}

function partPayload(part: MimePart): Record<string, unknown> {
  const attachmentId = attachmentIdOf(part);
  const { length: size } = part.body;
  const inline = size === 0 ? {} : { data: webSafe(part.body) };
  return {
    partId: part.partId,
    mimeType: part.mimeType,
    filename: part.filename,
    headers: part.headers.map(headerResource),
    body: { size, ...(attachmentId === undefined ? inline : { attachmentId }) },
    ...(part.parts.length === 0 ? {} : { parts: part.parts.map(partPayload) }),
  };
}

/** Like Gmail, a part with a file name, or that is not text, needs a separate request. */
function attachmentIdOf({
  partId,
  mimeType,
  filename,
  headers,
  parts,
}: MimePart): string | undefined {
  if (mimeType.startsWith('multipart/') && parts.length > 0) {
    return undefined;
  }
  const disposition = findHeader(headers, 'content-disposition')?.value.trim() ?? '';
  const isAttached =
    filename !== '' || /^attachment/i.test(disposition) || !mimeType.startsWith('text/');
  return isAttached ? `ANGjdJ${Buffer.from(`part ${partId}`).toString('base64url')}` : undefined;
}

function allParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(allParts)];
}

function headerResource(header: MailHeader): { name: string; value: string } {
  return { name: header.name, value: headerText(header) };
}

/** Google's base64: web-safe letters, padded. */
function webSafe(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

import { decodeBytes } from './decode-bytes.ts';
import { findHeader, type MailHeader, readMailHead } from './mail-head.ts';
import { readStructuredValue } from './mime-parameters.ts';

/**
 * One part of an email, numbered as Gmail numbers them: the root '', its parts '0', '1', '2', the
 * parts of the second '1.0', '1.1'.
 */
export interface MimePart {
  partId: string;
  mimeType: string;
  filename: string;
  headers: MailHeader[];
  /** Decoded; text in UTF-8 whatever its charset was. Empty for a multipart. */
  body: Buffer;
  parts: MimePart[];
}

/** No honest mail nests deeper; beyond that a part is not split. */
const deepest = 40;

export function readMimeTree(raw: Buffer): MimePart {
  return readPart(raw, '', 0, 'text/plain');
}

function readPart(raw: Buffer, partId: string, depth: number, defaultType: string): MimePart {
  const { headers, bodyStart } = readMailHead(raw);
  const content = readStructuredValue(findHeader(headers, 'content-type')?.value ?? defaultType);
  const disposition = readStructuredValue(findHeader(headers, 'content-disposition')?.value ?? '');
  const mimeType = /^[^\s/]+\/[^\s/]+$/.test(content.value) ? content.value : 'text/plain';
  const filename = disposition.parameters.get('filename') ?? content.parameters.get('name') ?? '';
  const encoded = raw.subarray(bodyStart);
  const boundary = content.parameters.get('boundary');
  const childId = (index: number) => (partId === '' ? String(index) : `${partId}.${index}`);

  if (mimeType.startsWith('multipart/') && boundary && depth < deepest) {
    const childType = mimeType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    const parts = splitMultipart(encoded, boundary).map((part, index) =>
      readPart(part, childId(index), depth + 1, childType),
    );
    return { partId, mimeType, filename, headers, body: Buffer.alloc(0), parts };
  }
  const transferEncoding = readStructuredValue(
    findHeader(headers, 'content-transfer-encoding')?.value ?? '',
  ).value;
  const decoded = decodeTransfer(encoded, transferEncoding);
  if (mimeType === 'message/rfc822' && depth < deepest) {
    return {
      partId,
      mimeType,
      filename,
      headers,
      body: decoded,
      parts: [readPart(decoded, childId(0), depth + 1, 'text/plain')],
    };
  }
  const body = mimeType.startsWith('text/')
    ? Buffer.from(decodeBytes(decoded, content.parameters.get('charset') ?? 'utf-8'), 'utf8')
    : decoded;
  return { partId, mimeType, filename, headers, body, parts: [] };
}

/**
 * The parts between the delimiter lines; a missing last delimiter ends the last part at the end.
 */
function splitMultipart(body: Buffer, boundary: string): Buffer[] {
  const text = body.toString('latin1');
  const escaped = Buffer.from(boundary, 'utf8')
    .toString('latin1')
    .replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const delimiter = new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g');
  const parts: Buffer[] = [];
  let start: number | undefined;
  for (const match of text.matchAll(delimiter)) {
    if (start !== undefined) {
      parts.push(body.subarray(start, Math.max(start, match.index)));
      start = undefined;
    }
    if (match[1] !== undefined) {
      return parts;
    }
    start = afterLineEnd(text, match.index + match[0].length);
  }
  return start === undefined ? parts : [...parts, body.subarray(start)];
}

function afterLineEnd(text: string, position: number): number {
  return position + (/^\r?\n/.exec(text.slice(position, position + 2))?.[0].length ?? 0);
}

function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') {
    return Buffer.from(bytes.toString('latin1'), 'base64');
  }
  if (encoding === 'quoted-printable') {
    return Buffer.from(
      bytes
        .toString('latin1')
        .replaceAll(/[ \t]+(?=\r?\n|$)/g, '')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      'latin1',
    );
  }
  return bytes;
}

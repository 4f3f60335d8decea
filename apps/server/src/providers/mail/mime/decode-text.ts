import { isAscii, isUtf8 } from 'node:buffer';
import encodingJapanese from 'encoding-japanese';
import iconv from 'iconv-lite';
import { type Charset, findCharset } from './find-charset.ts';
import { decodeShifted } from './shifted-charsets.ts';

/** The character that a decoder writes for bytes that it cannot decode. */
const LOST = '\u{fffd}';
/** That character in UTF-8, read as windows-1252: an earlier program lost it. */
const LOST_BEFORE = 'ï¿½';
const FALLBACK = 'windows-1252';
const ESCAPE = '\u001b';
/** How Japanese and Korean texts in 7 bits begin, which need no label to be recognized. */
const ESCAPED = new RegExp(`${ESCAPE}\\$(?:[B@]|\\([D@B]|\\)C)`);

/**
 * Decodes a text of an email.
 *
 * The bytes decide where they can. Valid UTF-8 beyond ASCII is UTF-8, whatever the label, unless the label is
 * a charset with texts that can look like UTF-8. Bytes that are no UTF-8 although declared as such, or
 * without any declaration, are in the charset that the rest of the email declares, else in windows-1252.
 *
 * @param label the declared charset; unknown ones count as none.
 * @param other the charset to use where the text declares none.
 */
export function decodeText(bytes: Uint8Array, label?: string, other?: string): string {
  const marked = byMark(bytes);
  if (marked !== undefined) return decodeBy(marked, bytes);
  const charset = findCharset(label);
  if (charset === 'utf-8' || charset === undefined) return decodeUndeclared(bytes, charset, other);
  const { resemblesUtf8, name } = charset;
  if (!resemblesUtf8 && isUtf8(bytes) && !isAscii(bytes)) return toBuffer(bytes).toString();
  return decodeBy(name, bytes, charset.kind);
}

function decodeUndeclared(
  bytes: Uint8Array,
  declared: 'utf-8' | undefined,
  other?: string,
): string {
  const text = toBuffer(bytes).toString();
  if (isUtf8(bytes)) {
    const escape = text.includes(ESCAPE) ? ESCAPED.exec(text)?.[0] : undefined;
    if (escape === undefined) return text;
    return escape.endsWith('C')
      ? decodeShifted('iso-2022-kr', bytes)
      : decodeBy('iso-2022-jp', bytes);
  }
  if (isDamagedUtf8(text)) return text;
  const found = findCharset(other);
  if (found !== undefined && found !== 'utf-8') return decodeBy(found.name, bytes, found.kind);
  const legacy = decodeBy(looksChinese(bytes) ? 'gb18030' : FALLBACK, bytes);
  return legacy.includes(LOST_BEFORE) ? text : legacy;
}

/** Whether a text was cut or damaged: at least as many of its characters could be decoded as were lost. */
function isDamagedUtf8(text: string): boolean {
  const lost = text.split(LOST).length - 1;
  return (text.match(/[\u0080-\ufffc\ufffe\uffff]/g)?.length ?? 0) >= lost;
}

/** The charset of a byte order mark, which no text in another charset begins with. */
function byMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

function decodeBy(name: string, bytes: Uint8Array, kind: Charset['kind'] = 'web'): string {
  if (kind === 'iconv') return iconv.decode(toBuffer(bytes), name);
  if (kind === 'shifted') return decodeShifted(name, bytes);
  const text = decoderOf(name).decode(bytes);
  if (name !== 'iso-2022-jp' || !text.includes(LOST) || !hasOldJapanese(bytes)) return text;
  return encodingJapanese.convert(bytes, { to: 'UNICODE', from: 'JIS', type: 'string' });
}

/** One for each charset. The runtime has about forty. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decoderOf(name: string): InstanceType<typeof TextDecoder> {
  const decoder = decoders.get(name) ?? new TextDecoder(name);
  decoders.set(name, decoder);
  return decoder;
}

/** JIS X 0212 and half-width katakana, which browsers do not read in mail. */
const hasOldJapanese = (bytes: Uint8Array): boolean =>
  bytes.includes(0x0e) ||
  toBuffer(bytes).includes('\u001b$(D') ||
  toBuffer(bytes).includes('\u001b(I');

/**
 * Whether bytes of no declared charset are Chinese: runs of pairs, nearly all of them frequent characters. Four
 * letters with accents in a row occur in no European language.
 */
function looksChinese(bytes: Uint8Array): boolean {
  let pairs = 0;
  let frequent = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    if (lead < 0xa1 || lead > 0xf7 || trail < 0xa1 || trail > 0xfe) return false;
    pairs += 1;
    if (lead >= 0xb0 && lead <= 0xd7) frequent += 1;
    at += 1;
  }
  return pairs >= 2 && frequent / pairs >= 0.8;
}

const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

import { isAscii, isUtf8 } from 'node:buffer';
import { guessCharset } from '../../calendar/guess-charset.ts';
import { loadEncodingJapanese, loadIconv } from '../../calendar/rare-decoders.ts';
import { type Charset, findCharset } from './find-charset.ts';
import { decodeShifted } from './shifted-charsets.ts';

/** The character that a decoder writes for bytes that it cannot decode. */
const LOST = '\u{fffd}';
/** That character in UTF-8, read as windows-1252: an earlier program lost it. */
const LOST_BEFORE = 'ï¿½';
const ESCAPE = '\u001b';
const ESCAPE_BYTE = 0x1b;
/** How Japanese and Korean texts in 7 bits begin, which need no label to be recognized. */
const ESCAPED = new RegExp(`${ESCAPE}\\$(?:[B@]|\\([D@B]|\\)C)`);

/**
 * Decodes a text of an email.
 *
 * The bytes decide where they can. Valid UTF-8 beyond ASCII is UTF-8, whatever the label, unless the label is
 * a charset with texts that can look like UTF-8. Bytes that are no UTF-8 although declared as such, or
 * without any declaration, are in the charset that the rest of the email declares, else in that of their letters.
 *
 * @param label the declared charset; unknown ones count as none.
 * @param other the charset to use where the text declares none.
 */
export function decodeText(bytes: Uint8Array, label?: string, other?: string): string {
  const marked = byMark(bytes);
  if (marked !== undefined) return decodeBy(marked.name, bytes, marked.kind);
  const escaped = byEscape(bytes);
  if (escaped !== undefined) return escaped;
  const charset = findCharset(label);
  if (charset === 'utf-8' || charset === undefined) return decodeUndeclared(bytes, other);
  const { resemblesUtf8, name } = charset;
  if (!resemblesUtf8 && isUtf8(bytes) && !isAscii(bytes)) return toBuffer(bytes).toString();
  return decodeBy(name, bytes, charset.kind);
}

function decodeUndeclared(bytes: Uint8Array, other?: string): string {
  const text = toBuffer(bytes).toString();
  if (isUtf8(bytes)) return text;
  const joined = withoutSurrogates(bytes);
  if (joined !== undefined) return decodeUndeclared(joined, other);
  if (isDamagedUtf8(text)) return text;
  const found = findCharset(other);
  if (found !== undefined && found !== 'utf-8') return decodeBy(found.name, bytes, found.kind);
  const legacy = decodeBy(guessCharset(toBuffer(bytes)), bytes);
  return legacy.includes(LOST_BEFORE) ? text : legacy;
}

/** Japanese and Korean texts in 7 bits, whatever charset they declare: no other text has such marks. */
function byEscape(bytes: Uint8Array): string | undefined {
  if (!bytes.includes(ESCAPE_BYTE) || !isAscii(bytes)) return undefined;
  const [escape] = ESCAPED.exec(toBuffer(bytes).toString('latin1')) ?? [];
  if (escape === undefined) return undefined;
  return escape.endsWith('C')
    ? decodeShifted('iso-2022-kr', bytes)
    : decodeBy('iso-2022-jp', bytes);
}

/**
 * A text in which old programs wrote a character beyond 16 bits, such as an emoji, as two in UTF-8. Undefined
 * where there is none.
 */
function withoutSurrogates(bytes: Uint8Array): Buffer | undefined {
  if (!bytes.includes(0xed)) return undefined;
  const text = toBuffer(bytes).toString('latin1');
  const pair = /\u00ed([\u00a0-\u00af])([\u0080-\u00bf])\u00ed([\u00b0-\u00bf])([\u0080-\u00bf])/g;
  const joined = text.replaceAll(pair, (whole) => {
    const [, a = 0, b = 0, , c = 0, d = 0] = Buffer.from(whole, 'latin1');
    const [high, low] = [((a & 0x0f) << 6) | (b & 0x3f), ((c & 0x0f) << 6) | (d & 0x3f)];
    return Buffer.from(String.fromCodePoint(0x10000 + (high << 10) + low)).toString('latin1');
  });
  return joined === text ? undefined : Buffer.from(joined, 'latin1');
}

/** Whether a text was cut or damaged: at least as many of its characters could be decoded as were lost. */
function isDamagedUtf8(text: string): boolean {
  const lost = text.split(LOST).length - 1;
  return (text.match(/[\u0080-\ufffc\ufffe\uffff]/g)?.length ?? 0) >= lost;
}

/** The charset of a byte order mark, which no text in another charset begins with. */
function byMark(bytes: Uint8Array): Pick<Charset, 'name' | 'kind'> | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) {
    const isLong = third === 0 && fourth === 0;
    return isLong ? { name: 'utf-32le', kind: 'iconv' } : { name: 'utf-16le', kind: 'web' };
  }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', kind: 'web' };
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff)
    return { name: 'utf-32be', kind: 'iconv' };
  return first === 0xef && second === 0xbb && third === 0xbf
    ? { name: 'utf-8', kind: 'web' }
    : undefined;
}

function decodeBy(name: string, bytes: Uint8Array, kind: Charset['kind'] = 'web'): string {
  if (kind === 'iconv') return loadIconv().decode(toBuffer(bytes), name);
  if (kind === 'shifted') return decodeShifted(name, bytes);
  const text = decoderOf(name).decode(bytes);
  if (name !== 'iso-2022-jp' || !text.includes(LOST)) return text;
  // Some programs write 8 bits under this label: Shift_JIS or EUC-JP.
  const from = isAscii(bytes) ? 'JIS' : 'AUTO';
  if (from === 'JIS' && !hasOldJapanese(bytes)) return text;
  return loadEncodingJapanese().convert(bytes, { to: 'UNICODE', from, type: 'string' });
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

const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

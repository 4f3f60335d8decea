import { isUtf8 } from 'node:buffer';

const encodedWord = /=\?[^?\s]+\?q\?[^?]*\?=/gi;
const contentType = /^content-type:/im;
const charsetParameter = /charset="?([\w.:-]+)/i;

/**
 * Converts the head of an email to UTF-8, which the parser expects. Older programs put bytes of
 * another charset there, either unencoded or in an encoded word that declares it; both would
 * otherwise lose characters.
 */
export function withReadableHead(mail: Buffer): Buffer {
  const end = headEnd(mail);
  const head = mail.subarray(0, end);
  if (isUtf8(head)) return mail;
  const text = head.toString('latin1');
  const decoder = decoderOf(declaredCharset(text));
  const decoded = (bare: string) => decoder.decode(Buffer.from(bare, 'latin1'));
  let readable = '';
  let at = 0;
  for (const { 0: word, index } of text.matchAll(encodedWord)) {
    readable += decoded(text.slice(at, index)) + withoutBytes(word);
    at = index + word.length;
  }
  return Buffer.concat([Buffer.from(readable + decoded(text.slice(at))), mail.subarray(end)]);
}

/** In two steps: a single expression would scan for a charset from each such header to the end. */
function declaredCharset(head: string): string | undefined {
  const at = head.search(contentType);
  return at === -1 ? undefined : charsetParameter.exec(head.slice(at))?.[1];
}

function headEnd(mail: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((gap) => mail.indexOf(gap)).filter((at) => at >= 0);
  return Math.min(mail.length, ...ends);
}

/** Without a declared charset, windows-1252: every byte then represents a character. */
function decoderOf(charset: string | undefined): InstanceType<typeof TextDecoder> {
  const fallback = 'windows-1252';
  try {
    const decoder = new TextDecoder(charset ?? fallback);
    return decoder.encoding === 'utf-8' ? new TextDecoder(fallback) : decoder;
  } catch {
    return new TextDecoder(fallback);
  }
}

/** An encoded word with all bytes encoded, as the sender should have done. */
const withoutBytes = (word: string): string =>
  word.replaceAll(
    /[\u0080-\u00ff]/g,
    (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );

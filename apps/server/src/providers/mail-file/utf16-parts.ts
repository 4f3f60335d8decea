type Encoding = '8 bits' | 'utf-16le' | 'utf-16be';

const NUL = 0x00;
const NEWLINE = 0x0a;
/** A separator of an mbox file in 8 bits, and what both kinds of UTF-16 share of it. */
const plain = Buffer.from('From ');
const wide = Buffer.from('F\0r\0o\0m\0 \0', 'latin1');
/** The end of a chunk that can belong to a separator, its byte order mark and the line end before it; bytes. */
const HELD = 16;

/** The encoding of a text of Latin letters, with a byte order mark or without: in UTF-16 every second byte is 0. */
export function encodingOf(start: Buffer): Encoding {
  const [first, second, third, fourth] = start;
  const isLittle =
    (first === 0xff && second === 0xfe) ||
    (isLetter(first) && second === NUL && isLetter(third) && fourth === NUL);
  if (isLittle) return 'utf-16le';
  const isBig =
    (first === 0xfe && second === 0xff) ||
    (first === NUL && isLetter(second) && third === NUL && isLetter(fourth));
  return isBig ? 'utf-16be' : '8 bits';
}

/**
 * Writes the parts of a file that are in UTF-16 as UTF-8. In an mbox file another encoding may begin with any email:
 * PowerShell appends in UTF-16 to a file in 8 bits, and programs append in 8 bits to one in UTF-16.
 *
 * @param encoding that of the beginning.
 * @returns a function that takes the chunks in order; it holds a few bytes of each until the next one.
 */
export function createPartsDecoder(encoding: Encoding): (chunk: Buffer, isLast: boolean) => Buffer {
  let held = Buffer.alloc(0);
  let decode = decoderOf(encoding);
  return (chunk, isLast) => {
    let rest = Buffer.concat([held, chunk]);
    const written: Buffer[] = [];
    for (;;) {
      const next = encoding === '8 bits' ? findWide(rest) : findPlain(rest);
      if (next === undefined) break;
      written.push(decode(rest.subarray(0, next.at), true));
      rest = rest.subarray(next.at);
      encoding = next.encoding;
      decode = decoderOf(encoding);
    }
    const end = isLast ? rest.length : Math.max(0, rest.length - HELD);
    written.push(decode(rest.subarray(0, end), isLast));
    held = Buffer.from(rest.subarray(end));
    return Buffer.concat(written);
  };
}

interface Change {
  encoding: Encoding;
  /** The first byte in it. */
  at: number;
}

/** The first separator in UTF-16 in a text of 8 bits. */
function findWide(bytes: Buffer): Change | undefined {
  for (let word = bytes.indexOf(wide); word !== -1; word = bytes.indexOf(wide, word + 1)) {
    const isBig = bytes[word - 1] === NUL && bytes[word - 2] !== NUL;
    const start = isBig ? word - 1 : word;
    const isMarked = hasMark(bytes, start - 2);
    const at = isMarked ? start - 2 : start;
    if (isMarked || bytes[at - 1] === NEWLINE) {
      return { encoding: isBig ? 'utf-16be' : 'utf-16le', at };
    }
  }
  return undefined;
}

/** The first separator in 8 bits in a text in UTF-16. */
function findPlain(bytes: Buffer): Change | undefined {
  for (let at = bytes.indexOf(plain); at !== -1; at = bytes.indexOf(plain, at + 1)) {
    const isAfterLine =
      bytes[at - 1] === NEWLINE || (bytes[at - 1] === NUL && bytes[at - 2] === NEWLINE);
    if (isAfterLine) return { encoding: '8 bits', at };
  }
  return undefined;
}

const hasMark = (bytes: Buffer, at: number): boolean =>
  (bytes[at] === 0xff && bytes[at + 1] === 0xfe) || (bytes[at] === 0xfe && bytes[at + 1] === 0xff);

function decoderOf(encoding: Encoding): (bytes: Buffer, isLast: boolean) => Buffer {
  if (encoding === '8 bits') return (bytes) => bytes;
  const decoder = new TextDecoder(encoding);
  return (bytes, isLast) => Buffer.from(decoder.decode(bytes, { stream: !isLast }));
}

const isLetter = (byte = 0): boolean => byte >= 0x09 && byte < 0x7f;

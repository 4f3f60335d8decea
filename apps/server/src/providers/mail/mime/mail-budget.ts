const MIB = 1024 * 1024;

/** Parts of an email, including the parts of emails inside it. */
const MAX_PARTS = 5_000;
/** Parsed lines. The lines of a contained email count once for each email around it. */
const MAX_LINES = 2_000_000;
/** Bytes that are parsed, likewise: the largest emails have 50 MiB. */
const MAX_BYTES = 160 * MIB;
/** Bytes of all headers together; the parser accepts 2 MiB of one email. */
const MAX_HEADER_BYTES = 4 * MIB;
/** Pieces of base64 that end with padding: one for each attachment, by some programs for each line. */
const MAX_BASE64_PIECES = 500_000;
/** Characters of all texts; eight times the stored length. The rest is omitted. */
const MAX_TEXT_LENGTH = 8_000_000;

const padding = 0x3d;

/**
 * Counts what parsing an email costs, so that time and memory are limited before a thread reaches its own
 * limits: the most expensive email known took 3 s and 731 MB (docs/decisions/complex-mail.md). Each `take`
 * throws an error for users beyond its limit.
 */
export interface MailBudget {
  takePart: () => void;
  /** @param length bytes without the line break. */
  takeLine: (length: number) => void;
  takeHeader: (length: number) => void;
  takeBase64: (line: Uint8Array) => void;
  /** Returns as much of a text as is left. */
  takeText: (text: string) => string;
}

export function mailBudget(): MailBudget {
  let [parts, lines, bytes, headerBytes, pieces, textLength] = [0, 0, 0, 0, 0, 0];
  return {
    takePart: () => {
      parts += 1;
      if (parts > MAX_PARTS) throw tooComplex(`it has more than ${shown(MAX_PARTS)} parts`);
    },
    takeLine: (length) => {
      lines += 1;
      bytes += length;
      if (lines > MAX_LINES) throw tooComplex(`it has more than ${shown(MAX_LINES)} lines`);
      if (bytes > MAX_BYTES) throw tooComplex('it contains too many large emails');
    },
    takeHeader: (length) => {
      headerBytes += length;
      if (headerBytes > MAX_HEADER_BYTES) throw tooComplex('its headers are too long');
    },
    takeBase64: (line) => {
      for (let at = line.indexOf(padding); at !== -1; at = line.indexOf(padding, at + 1)) {
        if (line[at + 1] === padding) continue;
        pieces += 1;
        if (pieces > MAX_BASE64_PIECES) throw tooComplex('its attachments have too many pieces');
      }
    },
    takeText: (text) => {
      const taken = text.slice(0, MAX_TEXT_LENGTH - textLength);
      textLength += taken.length;
      return taken;
    },
  };
}

const shown = (count: number): string => count.toLocaleString('en');

export const tooComplex = (why: string): Error =>
  new Error(`The email is too complex to be read: ${why}. Open it in your mail program.`);

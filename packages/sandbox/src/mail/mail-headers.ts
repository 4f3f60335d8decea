import { decodeWords } from 'postal-mime';

/** One header field. `value` is as it stands in the mail, folded; `start` and `end` bound it there. */
export interface MailHeader {
  name: string;
  value: string;
  start: number;
  end: number;
}

export interface MailHead {
  headers: MailHeader[];
  /** Where the body begins. */
  bodyStart: number;
}

/**
 * Reads the header fields of a mail or of a MIME part. `start` and `end` count bytes: the text is
 * taken as Latin-1, so that one character is one byte. A line that is no field ends the header.
 */
export function readMailHead(raw: Buffer): MailHead {
  const headers: MailHeader[] = [];
  let position = 0;
  while (position < raw.length) {
    const end = lineEnd(raw, position);
    const line = raw.toString('latin1', position, end);
    if (/^\r?\n?$/.test(line)) {
      return { headers, bodyStart: end };
    }
    const last = headers.at(-1);
    const field = /^([!-9;-~]+)[ \t]*:/.exec(line);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last.end = position + withoutLineEnd(line);
    } else if (field?.[1] !== undefined) {
      headers.push({
        name: field[1],
        value: '',
        start: position + field[0].length,
        end: position + withoutLineEnd(line),
      });
    } else {
      break;
    }
    position = end;
  }
  return { headers, bodyStart: position };
}

/** The raw bytes of a header's value, as Latin-1. */
function rawValue(raw: Buffer, { start, end }: MailHeader): string {
  return raw.toString('latin1', start, end);
}

export function findHeader(headers: readonly MailHeader[], name: string): MailHeader | undefined {
  return headers.find((header) => header.name.toLowerCase() === name);
}

function lineEnd(raw: Buffer, from: number): number {
  const found = raw.indexOf(0x0a, from);
  return found === -1 ? raw.length : found + 1;
}

function withoutLineEnd(line: string): number {
  return line.replace(/\r?\n$/, '').length;
}

export { decodeWords, rawValue };

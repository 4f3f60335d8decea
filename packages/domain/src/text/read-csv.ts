/** A row of a CSV file, and the line of the file that it begins in; the first line is 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvOptions {
  /** One character. */
  separator: string;
  /** Longer cells are truncated, so that a row is as small as what is made of it. */
  maxCellLength?: number;
}

const QUOTE = '"';

/**
 * The rows of a CSV file (RFC 4180, with any ending of lines), without blank ones. Takes what is almost CSV as
 * well as possible: text behind a closing quote belongs to the cell, and a quote that is never closed
 * is a character of its cell, as all the ones after it. Each character is looked at twice at most.
 */
export function* readCsv(
  text: string,
  { separator, maxCellLength = Infinity }: CsvOptions,
): Generator<CsvRow> {
  let hasQuotes = true;
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = at;
    const cells: string[] = [];
    for (;;) {
      let cell = '';
      if (hasQuotes && text[at] === QUOTE) {
        const quoted = readQuoted(text, at + 1, maxCellLength);
        if (quoted === undefined) hasQuotes = false;
        else [cell, at] = quoted;
      }
      const end = endOfCell(text, at, separator);
      if (cell.length < maxCellLength) {
        cell += text.slice(at, Math.min(end, at + maxCellLength - cell.length));
      }
      cells.push(cell);
      at = end;
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    line += countLines(text, start, at);
  }
}

/** The cell that a quote has begun before `from`, and the position after its closing quote. */
function readQuoted(
  text: string,
  from: number,
  maxLength: number,
): [cell: string, end: number] | undefined {
  let cell = '';
  let at = from;
  for (;;) {
    const quote = text.indexOf(QUOTE, at);
    if (quote === -1) return undefined;
    const isDoubled = text[quote + 1] === QUOTE;
    const end = isDoubled ? quote + 1 : quote;
    if (cell.length < maxLength)
      cell += text.slice(at, Math.min(end, at + maxLength - cell.length));
    if (!isDoubled) return [cell, quote + 1];
    at = quote + 2;
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === separator || character === '\n' || character === '\r') break;
    at += 1;
  }
  return at;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < Math.min(to, text.length); at += 1) {
    const character = text[at];
    if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) lines += 1;
  }
  return lines;
}

export const csvSeparators = [',', ';', '\t', '|'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

const DETECTED_ROWS = 20;
const DETECTED_LENGTH = 64 * 1024;

/** The separator with which the first rows have the most cells, and as many each. */
export function detectSeparator(text: string): CsvSeparator {
  const beginning = text.slice(0, DETECTED_LENGTH);
  const scores = csvSeparators.map((separator) => {
    const widths: number[] = [];
    for (const { cells } of readCsv(beginning, { separator, maxCellLength: 1 })) {
      widths.push(cells.length);
      if (widths.length === DETECTED_ROWS) break;
    }
    const [first = 1] = widths;
    const alike = widths.filter((width) => width === first).length;
    return { separator, score: first > 1 ? (alike / widths.length) * 1_000 + first : 0 };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}

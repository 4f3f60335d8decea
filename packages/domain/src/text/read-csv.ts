/** A row of a CSV file, and the line of the file that it begins in; the first line is 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvOptions {
  /** One character. */
  separator: string;
  /** Longer cells are truncated, so that a row is as small as the data made of it. */
  maxCellLength?: number;
  /** The most cells of a row. Further cells are dropped. */
  maxCells?: number;
}

const QUOTE = '"';

/**
 * The rows of a CSV file (RFC 4180, with any ending of lines), without blank ones. Reads flawed CSV as well
 * as possible: text behind a closing quote belongs to the cell, and a quote that is never closed is a
 * character of its cell, like all the ones after it. Each character is looked at twice at most.
 */
export function* readCsv(text: string, options: CsvOptions): Generator<CsvRow> {
  for (const row of readCsvInSteps(text, options)) if (row !== undefined) yield row;
}

/** Characters, and quotes in a quoted cell, that are looked at between two steps: some milliseconds. */
const STEP = 32_768;

/**
 * The same rows, and undefined in between where a caller can give way to other work, however long a row
 * or a cell is and however many rows are blank.
 */
export function* readCsvInSteps(
  text: string,
  { separator, maxCellLength = Infinity, maxCells = Infinity }: CsvOptions,
): Generator<CsvRow | undefined> {
  let hasQuotes = true;
  let at = 0;
  let line = 1;
  let nextStep = STEP;
  while (at < text.length) {
    const start = at;
    const cells: string[] = [];
    for (;;) {
      let cell = '';
      if (hasQuotes && text[at] === QUOTE) {
        let quoted: QuotedCell | undefined = { cell, at: at + 1, isClosed: false };
        while (quoted?.isClosed === false) {
          if (quoted.at > at + 1) yield undefined;
          quoted = readQuoted(text, quoted, maxCellLength);
        }
        if (quoted === undefined) hasQuotes = false;
        else ({ cell, at } = quoted);
      }
      let end = endOfCell(text, at, separator);
      while (end === at + STEP) {
        if (cell.length < maxCellLength) cell += text.slice(at, at + room(cell, STEP));
        at = end;
        yield undefined;
        end = endOfCell(text, at, separator);
      }
      if (cell.length < maxCellLength) cell += text.slice(at, at + room(cell, end - at));
      if (cells.length < maxCells) cells.push(cell);
      at = end;
      if (at >= nextStep) {
        nextStep = at + STEP;
        yield undefined;
      }
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    for (let from = start; from < at; from += STEP) {
      line += countLines(text, from, Math.min(at, from + STEP));
      if (from + STEP < at) yield undefined;
    }
  }

  /** How many of the following characters still fit into a cell. */
  function room(cell: string, length: number): number {
    return Math.min(length, maxCellLength - cell.length);
  }
}

interface QuotedCell {
  cell: string;
  /** The position after the cell's part, or after its closing quote. */
  at: number;
  isClosed: boolean;
}

/** Continues a quoted cell; undefined when no quote closes it. */
function readQuoted(text: string, read: QuotedCell, maxLength: number): QuotedCell | undefined {
  let { cell, at } = read;
  for (let quotes = 0; quotes < STEP; quotes += 1) {
    const quote = text.indexOf(QUOTE, at);
    if (quote === -1) return undefined;
    const isDoubled = text[quote + 1] === QUOTE;
    const end = isDoubled ? quote + 1 : quote;
    if (cell.length < maxLength)
      cell += text.slice(at, Math.min(end, at + maxLength - cell.length));
    if (!isDoubled) return { cell, at: quote + 1, isClosed: true };
    at = quote + 2;
  }
  return { cell, at, isClosed: false };
}

/** The end of a cell, or a position `STEP` characters on. */
function endOfCell(text: string, from: number, separator: string): number {
  const last = Math.min(text.length, from + STEP);
  let at = from;
  while (at < last) {
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

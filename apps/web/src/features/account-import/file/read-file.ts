import { limits } from '@repo/contract/page-limits';
import { withoutFormulaMark } from '@repo/domain/text/csv';
import {
  type CsvRow,
  type CsvSeparator,
  detectSeparator,
  readCsv,
  readCsvInSteps,
} from '@repo/domain/text/read-csv';
import type { FileRow } from '../import-row.ts';
import {
  decodeInSlices,
  decodeText,
  detectEncoding,
  type Encoding,
  fileProblem,
  nextTask,
} from './decode-text.ts';
import type { Columns } from './guess-columns.ts';

export interface ChosenFile {
  name: string;
  bytes: Uint8Array;
  /** As detected. */
  encoding: Encoding;
}

/** The format of a file: as detected, or as the user corrected it. */
export interface FileFormat {
  encoding: Encoding;
  separator: CsvSeparator;
}

/**
 * Reads the bytes of a file that may be CSV.
 *
 * @throws Error with a message for people.
 */
export async function openFile(file: File): Promise<ChosenFile> {
  if (file.size > limits.importFileBytes) {
    const megabytes = limits.importFileBytes / 1024 / 1024;
    throw new Error(
      `${file.name} is larger than ${megabytes} MB. Leave out columns that are not needed, or split it.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = await detectEncoding(bytes);
  const problem = fileProblem(bytes, encoding);
  if (problem !== undefined) throw new Error(problem);
  return { name: file.name, bytes, encoding };
}

/** The bytes with the first rows, which reveal the separator and the contents of the columns. */
const FIRST_BYTES = 256 * 1024;

export function detectFormat({ bytes, encoding }: ChosenFile): FileFormat {
  const { text, separator } = separatorLine(decodeText(bytes.subarray(0, FIRST_BYTES), encoding));
  return { encoding, separator: separator ?? detectSeparator(text) };
}

/** The kept part of a row, so that one of a million separators takes no memory. */
const KEPT = { maxCellLength: limits.importCellLength, maxCells: limits.importColumns };

/**
 * The first rows of a file, at most those in its first `FIRST_BYTES`, to find out the contents of the
 * columns. Columns after the first `limits.importColumns` are not offered, so that a row of a million
 * separators does not fill the page.
 */
export function readFirstRows(
  { bytes }: ChosenFile,
  { encoding, separator }: FileFormat,
  count: number,
): CsvRow[] {
  const { text, lines } = separatorLine(decodeText(bytes.subarray(0, FIRST_BYTES), encoding));
  const rows: CsvRow[] = [];
  for (const row of readCsv(text, { separator, ...KEPT })) {
    rows.push({ line: row.line + lines, cells: row.cells });
    if (rows.length === count) return rows;
  }
  // The last one may have been cut.
  return bytes.length > FIRST_BYTES && rows.length > 1 ? rows.slice(0, -1) : rows;
}

/** The longest stretch of reading between two pauses; milliseconds. */
const STRETCH_MS = 16;

/**
 * The rows of accounts of a file. Reads it in short stretches, so that the page stays responsive.
 *
 * @param signal ends reading with its reason.
 * @throws Error with a message for people, for a file without rows or with too many.
 */
export async function readRows(
  file: ChosenFile,
  format: FileFormat,
  { columns, hasHeadings }: { columns: Columns; hasHeadings: boolean },
  { signal, pause = nextTask }: { signal?: AbortSignal; pause?: () => Promise<void> } = {},
): Promise<FileRow[]> {
  const giveWay = async () => {
    await pause();
    signal?.throwIfAborted();
  };
  const { text, lines } = separatorLine(await decodeInSlices(file.bytes, format.encoding, giveWay));
  const { separator } = format;
  const rows: FileRow[] = [];
  let isHeading = hasHeadings;
  let since = performance.now();
  for (const row of readCsvInSteps(text, { separator, ...KEPT })) {
    if (performance.now() - since > STRETCH_MS) {
      await giveWay();
      since = performance.now();
    }
    if (row === undefined) continue;
    if (isHeading) {
      isHeading = false;
      continue;
    }
    if (rows.length === limits.rowsPerImport) {
      throw new Error(
        `The file has more than ${limits.rowsPerImport.toLocaleString('en')} rows. Split it, and import one part after the other.`,
      );
    }
    const cell = (column: number | undefined) =>
      column === undefined ? '' : withoutFormulaMark(row.cells[column] ?? '');
    rows.push({
      line: row.line + lines,
      domain: cell(columns.domain),
      name: cell(columns.name),
      owner: cell(columns.owner),
      note: cell(columns.note),
    });
  }
  if (rows.length === 0) throw new Error('The file has no rows to import.');
  return rows;
}

/** Excel names the separator in a line of its own before the first row. */
function separatorLine(text: string): {
  text: string;
  lines: number;
  separator?: CsvSeparator;
} {
  const found = /^sep=([,;\t|])(?:\r\n|\n|\r)/.exec(text);
  if (found === null) return { text, lines: 0 };
  return {
    text: text.slice(found[0].length),
    lines: 1,
    separator: found[1] as CsvSeparator,
  };
}

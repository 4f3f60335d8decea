import { limits } from '@repo/contract/limits';
import { withoutFormulaMark } from '@repo/domain/text/csv';
import {
  type CsvRow,
  type CsvSeparator,
  detectSeparator,
  readCsv,
} from '@repo/domain/text/read-csv';
import type { FileRow } from '../import-row.ts';
import { decodeText, detectEncoding, type Encoding, fileProblem } from './decode-text.ts';
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

/** Bytes in which the first rows are that tell the separator. */
const SEPARATED_BYTES = 256 * 1024;

export function detectFormat({ bytes, encoding }: ChosenFile): FileFormat {
  const { text, separator } = separatorLine(
    decodeText(bytes.subarray(0, SEPARATED_BYTES), encoding),
  );
  return { encoding, separator: separator ?? detectSeparator(text) };
}

/**
 * The first rows of a file, to find out which columns hold what. Columns after the first `limits.importColumns` are not offered,
 * so that a row of a million separators does not fill the page.
 */
export function readFirstRows(file: ChosenFile, format: FileFormat, count: number): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of rowsOf(file, format)) {
    rows.push({ ...row, cells: row.cells.slice(0, limits.importColumns) });
    if (rows.length === count) break;
  }
  return rows;
}

/**
 * The rows of accounts of a file.
 *
 * @throws Error with a message for people, for a file without rows or with too many.
 */
export function readRows(
  file: ChosenFile,
  format: FileFormat,
  { columns, hasHeadings }: { columns: Columns; hasHeadings: boolean },
): FileRow[] {
  const rows: FileRow[] = [];
  let isHeading = hasHeadings;
  for (const { line, cells } of rowsOf(file, format)) {
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
      column === undefined ? '' : withoutFormulaMark(cells[column] ?? '');
    rows.push({
      line,
      domain: cell(columns.domain),
      name: cell(columns.name),
      owner: cell(columns.owner),
      note: cell(columns.note),
    });
  }
  if (rows.length === 0) throw new Error('The file has no rows to import.');
  return rows;
}

function* rowsOf(file: ChosenFile, { encoding, separator }: FileFormat): Generator<CsvRow> {
  const { text, lines } = separatorLine(decodeText(file.bytes, encoding));
  const maxCellLength = limits.importCellLength;
  for (const { line, cells } of readCsv(text, { separator, maxCellLength })) {
    yield { line: line + lines, cells };
  }
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

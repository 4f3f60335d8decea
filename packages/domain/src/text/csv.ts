/**
 * Rows as CSV (RFC 4180: commas, CRLF, quotes doubled). A cell that a spreadsheet would take for a
 * formula gets an apostrophe before it, so that a name like `=HYPERLINK(…)` stays a name.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Matches what opens a formula in Excel, LibreOffice or Google Sheets, including its full-width form. */
const formulaStart = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\n＝＋－＠|%]/u;
/** A formula's start within a text, where a spreadsheet with another separator begins a cell. */
const laterFormulaStart = /(?=[=+\-@＝＋－＠|%])(?<=[;\t\r\n]["\s\u200b-\u200f\u2060\ufeff]*)/gu;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const marked = value.replaceAll(laterFormulaStart, "'");
  const safe = formulaStart.test(marked) ? `'${marked}` : marked;
  return /[",\r\n;\t']|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A cell without the apostrophe that `toCsv` puts before text that a spreadsheet would take for a formula.
 */
export const withoutFormulaMark = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

import { plural } from '@repo/domain/text/plural';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { type CheckedRow, isCorrected } from '../import-row.ts';

/** Cells of one row have different numbers of lines. */
const TOP = 'py-2! align-top';

const MAX_SHOWN = 100;
const MAX_SHOWN_LENGTH = 80;

/** Rows with their lines in the file; on a phone one under the other. */
export function CheckedRows({ label, rows }: { label: string; rows: readonly CheckedRow[] }) {
  if (rows.length === 0) return <p className="text-grid text-muted">There are none.</p>;
  const isOwned = rows.some(({ owner }) => owner !== undefined);
  const hasProblems = rows.some(({ problem }) => problem !== undefined);
  const rest = rows.length - MAX_SHOWN;
  return (
    <div>
      <section
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls by keyboard.
        tabIndex={0}
        className="@container max-h-domain-list overflow-y-auto rounded-md border border-line"
      >
        <Table label={label}>
          <TableHead>
            <TableRow>
              <TableHeaderCell>Line</TableHeaderCell>
              <TableHeaderCell className="w-1/3">Domain</TableHeaderCell>
              <TableHeaderCell className="@max-[40rem]:hidden">Account</TableHeaderCell>
              {isOwned ? (
                <TableHeaderCell className="@max-[40rem]:hidden">Owner</TableHeaderCell>
              ) : null}
              {hasProblems ? (
                <TableHeaderCell className="@max-[40rem]:hidden">Problem</TableHeaderCell>
              ) : null}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(0, MAX_SHOWN).map((row) => (
              <TableRow key={row.line}>
                <TableCell className={`${TOP} text-muted tabular-nums`}>{row.line}</TableCell>
                <TableCell
                  className={`${TOP} min-w-48 whitespace-normal! [overflow-wrap:anywhere] @max-[40rem]:w-full @max-[40rem]:min-w-0`}
                >
                  <span className="block font-medium">
                    {row.domain || shorten(row.typed) || '–'}
                  </span>
                  {isCorrected(row) ? (
                    <span className="block text-muted">{`from ${shorten(row.typed)}`}</span>
                  ) : null}
                  <span className="@min-[40rem]:hidden">
                    {row.name === '' ? null : (
                      <span className="block text-muted">{shorten(row.name)}</span>
                    )}
                    {row.owner === undefined ? null : (
                      <span className="block text-muted">{row.owner}</span>
                    )}
                    <Problem row={row} />
                  </span>
                </TableCell>
                <TableCell className={`${TOP} max-w-60 truncate @max-[40rem]:hidden`}>
                  {shorten(row.name)}
                </TableCell>
                {isOwned ? (
                  <TableCell className={`${TOP} max-w-40 truncate @max-[40rem]:hidden`}>
                    {row.owner}
                  </TableCell>
                ) : null}
                {hasProblems ? (
                  <TableCell
                    className={`${TOP} min-w-48 whitespace-normal! [overflow-wrap:anywhere] @max-[40rem]:hidden`}
                  >
                    <Problem row={row} />
                  </TableCell>
                ) : null}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </section>
      {rest > 0 ? (
        <p className="mt-2 text-grid text-muted">{`and ${plural(rest, 'more row')}.`}</p>
      ) : null}
    </div>
  );
}

function Problem({ row: { problem, outcome } }: { row: CheckedRow }) {
  if (problem === undefined) return null;
  return (
    <span className={`block ${outcome === 'invalid' ? 'text-danger-ink' : 'text-warning-ink'}`}>
      {problem}
    </span>
  );
}

const shorten = (cell: string): string =>
  cell.length > MAX_SHOWN_LENGTH ? `${cell.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : cell;

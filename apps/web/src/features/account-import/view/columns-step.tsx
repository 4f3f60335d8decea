import { type CsvSeparator, csvSeparators } from '@repo/domain/text/read-csv';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { type Encoding, encodings } from '../file/decode-text.ts';
import { type Columns, type Field, fields, guessColumns } from '../file/guess-columns.ts';
import {
  type ChosenFile,
  detectFormat,
  type FileFormat,
  readFirstRows,
} from '../file/read-file.ts';
import { Step } from './step.tsx';

const FIELDS: Record<Field, { label: string; hint: string }> = {
  domain: { label: 'Domain', hint: 'A domain, website or email address' },
  name: { label: 'Account Name', hint: 'Suggested from the domain if it is blank' },
  owner: { label: 'Owner', hint: 'The email address or name of a member' },
  note: { label: 'Note', hint: 'Up to 500 characters' },
};

const SEPARATORS: Record<CsvSeparator, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

const NO_COLUMN = 'none';
const GUESSED_ROWS = 50;
const SHOWN_ROWS = 5;
const MAX_SHOWN_COLUMNS = 12;

type Matched = { columns: Columns; hasHeadings: boolean };

type Props = {
  file: ChosenFile;
  onBack: () => void;
  /**
   * Reads the file, unless the user leaves the step meanwhile. Rejects with a message for people if it
   * cannot be read so.
   */
  onContinue: (format: FileFormat, matched: Matched, left: AbortSignal) => Promise<void>;
};

/** The field of each column of the file, as guessed from its headings and its first rows. */
export function ColumnsStep({ file, onBack, onContinue }: Props) {
  const [format, setFormat] = useState(() => detectFormat(file));
  const rows = useMemo(() => readFirstRows(file, format, GUESSED_ROWS), [file, format]);
  const cells = rows.map((row) => row.cells);
  const [matched, setMatched] = useState<Matched>(() => guessColumns(cells));
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(false);
  const leave = useRef<AbortController>(undefined);
  useEffect(() => () => leave.current?.abort(), []);
  const { columns, hasHeadings } = matched;

  const changeFormat = (change: Partial<FileFormat>) => {
    const next = { ...format, ...change };
    setFormat(next);
    setMatched(guessColumns(readFirstRows(file, next, GUESSED_ROWS).map((row) => row.cells)));
  };
  const match = (field: Field, column: number | undefined) =>
    setMatched((now) => {
      const others = Object.entries(now.columns).filter(
        ([other, taken]) => other !== field && taken !== column,
      );
      return {
        ...now,
        columns: {
          ...(Object.fromEntries(others) as Columns),
          ...(column !== undefined && { [field]: column }),
        },
      };
    });
  const width = Math.max(0, ...cells.map((row) => row.length));
  const names = Array.from({ length: width }, (_, column) => {
    const heading = hasHeadings ? (cells[0]?.[column] ?? '').trim() : '';
    return heading === '' ? `Column ${column + 1}` : shorten(heading);
  });
  const options = [
    { value: NO_COLUMN, label: 'Not in the file' },
    ...names.map((label, column) => ({ value: String(column), label })),
  ];

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (columns.domain === undefined || reading) return;
        const { signal } = (leave.current = new AbortController());
        setReading(true);
        setProblem(undefined);
        onContinue(format, matched, signal).catch((error: unknown) => {
          if (signal.aborted) return;
          setReading(false);
          setProblem(error instanceof Error ? error.message : 'The file could not be read.');
        });
      }}
    >
      <Step
        title={`Match the columns of ${file.name}`}
        back={<Button onClick={onBack}>Choose Another File</Button>}
        next={
          <Button
            type="submit"
            variant="primary"
            loading={reading}
            loadingLabel="Reading…"
            disabledReason={
              columns.domain === undefined ? 'Choose the column with the domains.' : undefined
            }
          >
            Check File
          </Button>
        }
      >
        {problem === undefined ? null : <Banner kind="error">{problem}</Banner>}
        <div className="grid grid-cols-1 gap-4 min-[40rem]:grid-cols-2">
          {fields.map((field) => (
            <FormField
              key={field}
              label={FIELDS[field].label}
              hint={FIELDS[field].hint}
              required={field === 'domain'}
            >
              <Select
                className="w-full"
                value={String(columns[field] ?? NO_COLUMN)}
                options={options}
                onValueChange={(value) =>
                  match(field, value === NO_COLUMN ? undefined : Number(value))
                }
              />
            </FormField>
          ))}
          <FormField label="Separator">
            <Select
              className="w-full"
              value={format.separator}
              options={csvSeparators.map((value) => ({ value, label: SEPARATORS[value] }))}
              onValueChange={(separator) => changeFormat({ separator })}
            />
          </FormField>
          <FormField label="Encoding" hint="Change it if letters are wrong below">
            <Select
              className="w-full"
              value={format.encoding}
              options={Object.entries(encodings).map(([value, label]) => ({
                value: value as Encoding,
                label,
              }))}
              onValueChange={(encoding) => changeFormat({ encoding })}
            />
          </FormField>
        </div>
        <Checkbox
          label="The first row has headings"
          checked={hasHeadings}
          onChange={({ target }) => setMatched((now) => ({ ...now, hasHeadings: target.checked }))}
        />
        <FirstRows
          names={names.slice(0, MAX_SHOWN_COLUMNS)}
          columns={columns}
          rows={rows.slice(hasHeadings ? 1 : 0).slice(0, SHOWN_ROWS)}
        />
      </Step>
    </form>
  );
}

type FirstRowsProps = {
  names: readonly string[];
  columns: Columns;
  rows: readonly { line: number; cells: readonly string[] }[];
};

function FirstRows({ names, columns, rows }: FirstRowsProps) {
  const fieldOf = (column: number) => fields.find((field) => columns[field] === column);
  return (
    <Table label="The first rows of the file" className="rounded-md border border-line">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Line</TableHeaderCell>
          {names.map((name, column) => {
            const field = fieldOf(column);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- The position is all that distinguishes columns.
              <TableHeaderCell key={column} className="max-w-48 truncate">
                {name}
                {field === undefined ? null : (
                  <span className="text-accent-ink">{` → ${FIELDS[field].label}`}</span>
                )}
              </TableHeaderCell>
            );
          })}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ line, cells }) => (
          <TableRow key={line}>
            <TableCell className="text-muted">{line}</TableCell>
            {names.map((_, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- The position is all that distinguishes columns.
              <TableCell key={column} className="max-w-48 truncate">
                {shorten(cells[column] ?? '')}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const MAX_SHOWN_LENGTH = 80;

const shorten = (cell: string): string =>
  cell.length > MAX_SHOWN_LENGTH ? `${cell.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : cell;

import { toCsv } from '@repo/domain/text/csv';
import { Download } from 'lucide-react';
import { saveFile } from '#lib/page/save-file.ts';
import { Button } from '#ui/forms/button.tsx';
import type { CheckedRow } from '../import-row.ts';

type Props = { fileName: string; problems: readonly CheckedRow[] };

/** All rows with problems as a file, to be corrected in a spreadsheet. */
export function SaveProblems({ fileName, problems }: Props) {
  if (problems.length === 0) return null;
  const rows = [
    ['Line', 'Domain', 'Account', 'Problem'],
    ...problems.map(({ line, typed, name, problem = '' }) => [line, typed, name, problem]),
  ];
  return (
    <Button
      size="small"
      onClick={() =>
        saveFile(`problems-${fileName.replace(/\.[^.]*$/, '')}.csv`, toCsv(rows), 'text/csv')
      }
    >
      <Download aria-hidden />
      Save Problems as CSV
    </Button>
  );
}

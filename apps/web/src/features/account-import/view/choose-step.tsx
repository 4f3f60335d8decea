import { limits } from '@repo/contract/page-limits';
import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { type ChosenFile, openFile } from '../file/read-file.ts';
import { Step } from './step.tsx';

const ROWS = limits.rowsPerImport.toLocaleString('en');
const MEGABYTES = limits.importFileBytes / 1024 / 1024;

/** Asks for the file: by dialog, or dropped. */
export function ChooseStep({ onChosen }: { onChosen: (file: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(undefined);
    try {
      onChosen(await openFile(file));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be read.');
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  return (
    <Step title="Choose a File">
      {problem === undefined ? null : <Banner kind="error">{problem}</Banner>}
      <div
        role="presentation"
        className={clsx(
          'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-subtle',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Button variant="primary" onClick={() => input.current?.click()}>
          <Upload aria-hidden />
          Choose CSV File
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // So that the same file can be chosen again, after it was corrected.
            target.value = '';
          }}
        />
        <p className="text-grid text-muted">{`or drop it here. Up to ${ROWS} rows and ${MEGABYTES} MB.`}</p>
      </div>
      <ul className="list-disc space-y-1 pl-5 text-grid text-muted">
        <li>One row for each company, with its domain, website or an email address there.</li>
        <li>Names, owners (members, by email address) and notes are optional.</li>
        <li>Existing accounts stay as they are. You see what will happen before it does.</li>
      </ul>
    </Step>
  );
}

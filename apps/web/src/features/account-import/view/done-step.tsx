import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { plural } from '@repo/domain/text/plural';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import type { CheckedRow, Counts } from '../import-row.ts';
import { CheckedRows } from './checked-rows.tsx';
import { SaveProblems } from './save-problems.tsx';
import { Step } from './step.tsx';

type Props = {
  fileName: string;
  counts: Counts;
  created: number;
  problems: readonly CheckedRow[];
  onAnother: () => void;
};

/** The accounts that were created, and the rows that were not, with the reasons. */
export function DoneStep({ fileName, counts, created, problems, onAnother }: Props) {
  const workspace = useWorkspace();
  const isComplete = problems.length === 0;
  const Icon = isComplete ? CircleCheck : TriangleAlert;
  return (
    <Step
      title={`${fileName} was imported`}
      back={<Button onClick={onAnother}>Import Another File</Button>}
      next={
        <Button asChild variant="primary">
          <Link to={workspacePath(workspace)}>Open Accounts</Link>
        </Button>
      }
    >
      <output className="flex gap-2.5">
        <Icon
          aria-hidden
          className={`mt-px size-icon shrink-0 ${isComplete ? 'text-success-ink' : 'text-warning-ink'}`}
        />
        <span className="min-w-0">
          {`${plural(created, 'account was', 'accounts were')} created in ${workspace.name}.`}
          {counts.existing === 0
            ? ''
            : ` ${plural(counts.existing, 'account', 'accounts')} existed already.`}
          {isComplete
            ? ''
            : ` ${plural(problems.length, 'row has a problem', 'rows have problems')}.`}
        </span>
      </output>
      {isComplete ? null : (
        <>
          <div>
            <SaveProblems fileName={fileName} problems={problems} />
          </div>
          <CheckedRows label="Rows with problems" rows={problems} />
        </>
      )}
    </Step>
  );
}

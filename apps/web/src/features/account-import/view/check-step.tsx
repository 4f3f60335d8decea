import { limits } from '@repo/contract/page-limits';
import { useState } from 'react';
import { plural } from '@repo/domain/text/plural';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { SegmentedControl } from '#ui/forms/segmented-control.tsx';
import { type CheckedRow, countOutcomes, isCorrected } from '../import-row.ts';
import { CheckedRows } from './checked-rows.tsx';
import { SaveProblems } from './save-problems.tsx';
import { Step } from './step.tsx';

type Shown = 'new' | 'existing' | 'problems';

type Props = {
  fileName: string;
  checked: readonly CheckedRow[];
  /** The number of accounts that the workspace can still have. */
  capacity: number;
  onBack: () => void;
  onConfirm: () => void;
};

/** The accounts that the file would create and its problems, before anything is created. */
export function CheckStep({ fileName, checked, capacity, onBack, onConfirm }: Props) {
  const { name } = useWorkspace();
  const counts = countOutcomes(checked);
  const rows = {
    new: checked.filter(({ outcome }) => outcome === 'new'),
    existing: checked.filter(({ outcome }) => outcome === 'existing'),
    problems: checked.filter(({ problem }) => problem !== undefined),
  };
  const [shown, setShown] = useState<Shown>(counts.new === 0 ? 'problems' : 'new');
  const corrected = rows.new.filter(isCorrected).length;
  const withoutOwner = rows.new.filter(({ problem }) => problem !== undefined).length;
  const excess = counts.new - capacity;
  return (
    <Step
      title={`${fileName}: ${plural(counts.new, 'new account')}`}
      description="Nothing is created yet."
      back={<Button onClick={onBack}>Cancel</Button>}
      next={
        <Button variant="primary" disabled={counts.new === 0} onClick={onConfirm}>
          {`Create ${plural(counts.new, 'Account')}`}
        </Button>
      }
    >
      {excess > 0 ? (
        <Banner kind="warning">
          {`${name} can have ${plural(capacity, 'more account')} (of ${limits.workspaceAccounts.toLocaleString('en')}). The last ${plural(excess, 'row')} will create none.`}
        </Banner>
      ) : null}
      <ul className="list-disc space-y-1 pl-5 text-grid">
        <li>{`${plural(counts.new, 'account')} will be created in ${name}.`}</li>
        {corrected === 0 ? null : (
          <li>{`${plural(corrected, 'domain')} of these ${corrected === 1 ? 'is' : 'are'} taken from websites or email addresses.`}</li>
        )}
        {withoutOwner === 0 ? null : (
          <li>{`${plural(withoutOwner, 'account')} of these will have no owner: the file names someone who is not a member.`}</li>
        )}
        {counts.existing === 0 ? null : (
          <li>{`${plural(counts.existing, 'account exists', 'accounts exist')} already and ${counts.existing === 1 ? 'stays as it is' : 'stay as they are'}.`}</li>
        )}
        {counts.duplicate === 0 ? null : (
          <li>{`${plural(counts.duplicate, 'row repeats', 'rows repeat')} an earlier domain and ${counts.duplicate === 1 ? 'is' : 'are'} left out.`}</li>
        )}
        {counts.invalid === 0 ? null : (
          <li>{`${plural(counts.invalid, 'row')} cannot create an account.`}</li>
        )}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label="Rows to show"
          options={[
            { value: 'new', label: `New ${figure(rows.new)}` },
            { value: 'existing', label: `Existing ${figure(rows.existing)}` },
            { value: 'problems', label: `Problems ${figure(rows.problems)}` },
          ]}
          value={shown}
          onValueChange={setShown}
        />
        <SaveProblems fileName={fileName} problems={rows.problems} />
      </div>
      <CheckedRows label={LABELS[shown]} rows={rows[shown]} />
    </Step>
  );
}

const LABELS: Record<Shown, string> = {
  new: 'New accounts',
  existing: 'Existing accounts',
  problems: 'Rows with problems',
};

const figure = (rows: readonly unknown[]): string => rows.length.toLocaleString('en');

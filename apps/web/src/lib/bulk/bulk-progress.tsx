import { plural } from '@repo/domain/text/plural';
import { Banner } from '#ui/feedback/banner.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { failureLines } from './failure-text.ts';
import type { Failed } from './run-in-parts.ts';
import type { BulkProgress } from './use-bulk.ts';

/** How far a run has come, and the button that stops it. */
export function RunningBulk({
  label,
  count,
  total,
  onStop,
}: BulkProgress & { onStop: () => void }) {
  const text = `${label}: ${count.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return (
    <div className="flex w-full max-w-dialog-medium items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="pb-1 text-grid tabular-nums">{text}</p>
        <ProgressBar label={label} value={count} max={total} />
      </div>
      <Button size="small" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

type BulkFailuresProps = {
  items: readonly Failed<{ name: string }>[];
  total: number;
  /** The change that failed, as in "could not be restored". */
  verb: string;
  onDismiss: () => void;
};

/** The accounts that a run left as they were, a line for each reason. */
export function BulkFailures({ items, total, verb, onDismiss }: BulkFailuresProps) {
  return (
    <Banner
      kind="error"
      className="w-full max-w-dialog-large"
      action={
        <Button size="xsmall" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <p className="font-medium">
        {`${items.length.toLocaleString('en')} of ${plural(total, 'account')} could not be ${verb}`}
      </p>
      {failureLines(items, ({ name }) => name).map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
    </Banner>
  );
}

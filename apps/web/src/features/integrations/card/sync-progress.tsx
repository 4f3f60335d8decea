import type { Integration } from '@repo/contract/integrations';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';

type Progress = NonNullable<Integration['progress']>;

const PHASES: Record<Progress['phase'], string> = {
  waiting: 'Waiting to start',
  discovering: 'Looking for accounts',
  backfilling: 'Importing earlier activity',
  updating: 'Checking for new activity',
  checking: 'Comparing with the provider',
};

/** The current step of a sync. */
export const phaseName = ({ phase }: Progress): string => PHASES[phase];

/** The progress as text: '1,204 of 3,000'; empty while unknown. */
export function progressFigures({ processed, total }: Progress): string {
  if (total !== null) return `${figures(processed)} of ${figures(total)}`;
  return processed > 0 ? figures(processed) : '';
}

export function SyncProgressBar({ progress }: { progress: Progress }) {
  const { processed, total } = progress;
  return (
    <ProgressBar
      label={phaseName(progress)}
      value={total === null ? undefined : processed}
      max={total ?? 1}
    />
  );
}

function figures(count: number): string {
  return count.toLocaleString('en');
}

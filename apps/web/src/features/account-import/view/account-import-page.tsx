import { useEffect, useRef, useState } from 'react';
import { plural } from '@repo/domain/text/plural';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { type ChosenFile, readRows } from '../file/read-file.ts';
import { useAccountImport } from '../use-account-import.ts';
import { CheckStep } from './check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { DoneStep } from './done-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { Step } from './step.tsx';

export type AccountImportPageProps = {
  /** There are more accounts now. */
  onCreated: () => void;
};

/** Creates accounts of the workspace from a CSV file, in steps: choose, match the columns, check, create. */
export function AccountImportPage({ onCreated }: AccountImportPageProps) {
  const { id: workspaceId, name } = useWorkspace();
  const { user } = useAuth();
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Import from CSV"
        description={`Creates accounts in ${name} from the rows of a file. No domains are tracked and nothing is shared.`}
      />
      {user === undefined ? (
        <LoadingState label="Loading..." />
      ) : (
        <Steps userId={user.id} workspaceId={workspaceId} onCreated={onCreated} />
      )}
    </div>
  );
}

type StepsProps = { userId: string; workspaceId: string; onCreated: () => void };

function Steps({ userId, workspaceId, onCreated }: StepsProps) {
  const { state, failure, check, confirm, discard } = useAccountImport(
    { userId, workspaceId },
    onCreated,
  );
  const [file, setFile] = useState<ChosenFile>();
  const failed =
    failure === undefined ? null : (
      <FailureBanner retrying={false} onRetry={failure.retry}>
        {failure.message}
      </FailureBanner>
    );
  const startOver = () => {
    setFile(undefined);
    discard();
  };

  switch (state.phase) {
    case 'loading':
      return failed ?? <LoadingState label="Loading..." />;
    case 'choosing':
      return file === undefined ? (
        <ChooseStep onChosen={setFile} />
      ) : (
        <ColumnsStep
          // Columns of another file are guessed again.
          key={file.name}
          file={file}
          onBack={() => setFile(undefined)}
          onContinue={async (format, matched, signal) =>
            check(file.name, await readRows(file, format, matched, { signal }))
          }
        />
      );
    case 'checking':
      return (
        <Step
          title={`Checking ${state.fileName}`}
          description="Nothing is created yet."
          back={<Button onClick={startOver}>Cancel</Button>}
        >
          {failed}
          <Progress
            label={`Checked ${count(state.done)} of ${plural(state.total, 'row')}`}
            {...state}
          />
        </Step>
      );
    case 'checked':
      return <CheckStep {...state} onBack={startOver} onConfirm={confirm} />;
    case 'creating':
      return (
        <Step
          title={`Creating ${plural(state.rows.length, 'account')}`}
          description="You can leave this page. Creating continues when you open it again on this device."
          back={
            <Button
              onClick={() => {
                startOver();
                toast.success(`${plural(state.created, 'account was', 'accounts were')} created`, {
                  description: 'The import was stopped. Choose the file again to go on.',
                });
              }}
            >
              Stop
            </Button>
          }
        >
          {failed}
          <Progress
            label={`Created ${count(state.created)} of ${plural(state.rows.length, 'account')}`}
            done={state.position}
            total={state.rows.length}
          />
        </Step>
      );
    case 'done':
      return <DoneStep {...state} onAnother={startOver} />;
  }
}

function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const announced = useEvery(label, ANNOUNCED_EVERY_MS);
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={label} value={done} max={total} />
      <p aria-hidden className="text-grid text-muted tabular-nums">
        {label}
      </p>
      <output className="sr-only">{announced}</output>
    </div>
  );
}

/** Each number would be read out in full. */
const ANNOUNCED_EVERY_MS = 5_000;

/** Throttles a text. */
function useEvery(text: string, everyMs: number): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  useEffect(() => {
    const timer = setInterval(() => setShown(latest.current), everyMs);
    return () => clearInterval(timer);
  }, [latest, everyMs]);
  return shown;
}

const count = (number: number): string => number.toLocaleString('en');

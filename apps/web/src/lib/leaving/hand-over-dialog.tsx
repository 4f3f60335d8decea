import type { LeavingChoice, LeavingPlan } from '@repo/contract/hand-overs';
import { limits } from '@repo/contract/page-limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { failureMessage } from '../api/api-error.ts';
import { continues } from '../api/continues.ts';
import { useFreshProof } from '../proof/use-fresh-proof.tsx';
import { CHOICES, effectsOf } from './leaving-choices.ts';

export type HandOverDialogProps = {
  name: string;
  /**
   * The part of a sentence that says which workspaces they leave: 'all workspaces', or the name of one.
   */
  from: string;
  /** A sentence about what ends immediately. */
  ends: string;
  planKey: readonly unknown[];
  fetchPlan: (signal: AbortSignal) => Promise<LeavingPlan>;
  handOver: (chosen: { choice: LeavingChoice; successorId: string | null }) => Promise<unknown>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** @param goesOn what the server still does, in its words. */
  onDone: (goesOn?: string) => void;
};

/** Two steps: what happens to what they shared, with the counts of each choice, and what then happens. */
export function HandOverDialog(props: HandOverDialogProps) {
  const { name, from, planKey, fetchPlan, handOver, open, onOpenChange, onDone } = props;
  const [choice, setChoice] = useState<LeavingChoice>('keep');
  const [successorId, setSuccessorId] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);
  const { provenOrThrow, proofDialog } = useFreshProof();
  const plan = useQuery({
    queryKey: planKey,
    queryFn: ({ signal }) => fetchPlan(signal),
    enabled: open,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: () =>
      provenOrThrow(() =>
        handOver({ choice, successorId: choice === 'reassign' ? (successorId ?? null) : null }),
      ),
    onSuccess: () => {
      onOpenChange(false);
      onDone();
    },
    onError: (error) => {
      if (!continues(error)) return;
      onOpenChange(false);
      onDone(error.message);
    },
  });
  const blocked = plan.data && blockedBy(plan.data, name);
  const needsSuccessor = choice === 'reassign' && successorId === undefined;
  const step = isConfirming ? 2 : 1;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        setConfirming(false);
        start.reset();
      }}
      busy={start.isPending}
      title={`Hand over ${name}`}
      description={`Step ${step} of 2: ${isConfirming ? 'check what happens' : `what happens to what they shared in ${from}`}`}
      footer={
        <>
          <Button
            disabled={start.isPending}
            onClick={() => (isConfirming ? setConfirming(false) : onOpenChange(false))}
          >
            {isConfirming ? 'Back' : 'Cancel'}
          </Button>
          {isConfirming ? (
            <Button
              variant={choice === 'erase' ? 'destructive' : 'primary'}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              Hand Over
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={plan.data === undefined}
              disabledReason={blocked ?? (needsSuccessor ? 'Choose who takes over' : undefined)}
              onClick={() => setConfirming(true)}
            >
              Continue
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {start.error === null ? null : (
          <Banner kind="error">{failureMessage(start.error, 'Failed to hand over')}</Banner>
        )}
        {plan.data === undefined ? (
          <Unloaded
            isFailed={plan.isError}
            isRetrying={plan.isFetching}
            onRetry={() => void plan.refetch()}
          />
        ) : isConfirming ? (
          <Summary {...props} plan={plan.data} choice={choice} successorId={successorId} />
        ) : (
          <>
            {blocked === undefined ? null : <Banner kind="warning">{blocked}</Banner>}
            <Choices plan={plan.data} choice={choice} onChoose={setChoice} />
            {choice === 'reassign' ? (
              <SuccessorSelect
                plan={plan.data}
                successorId={successorId}
                onChoose={setSuccessorId}
              />
            ) : null}
          </>
        )}
      </div>
      {proofDialog}
    </Dialog>
  );
}

function blockedBy({ workspaces }: LeavingPlan, name: string): string | undefined {
  const last = workspaces.find(({ isLastOwner }) => isLastOwner);
  if (last === undefined) return undefined;
  return `${name} is the only owner of ${last.workspace.name}. Make another member an owner first.`;
}

type UnloadedProps = { isFailed: boolean; isRetrying: boolean; onRetry: () => void };

function Unloaded({ isFailed, isRetrying, onRetry }: UnloadedProps) {
  if (!isFailed) return <LoadingState label="Counting what they shared..." />;
  return (
    <FailureBanner retrying={isRetrying} onRetry={onRetry}>
      Failed to count what they shared
    </FailureBanner>
  );
}

type ChoicesProps = {
  plan: LeavingPlan;
  choice: LeavingChoice;
  onChoose: (choice: LeavingChoice) => void;
};

function Choices({ plan, choice, onChoose }: ChoicesProps) {
  const group = useId();
  return (
    <fieldset className="flex flex-col rounded-md border border-line p-1">
      <legend className="sr-only">What happens to what they shared</legend>
      {CHOICES.map(({ value, label, hint }) => (
        <label
          key={value}
          className="grid grid-cols-[auto_1fr] gap-x-2 rounded-sm px-2 py-2 text-body has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus hoverable:bg-hover"
        >
          <input
            type="radio"
            name={group}
            checked={value === choice}
            onChange={() => onChoose(value)}
            className="mt-1 self-start accent-accent outline-none"
          />
          <span className="min-w-0 font-medium">{label}</span>
          <span className="col-start-2 min-w-0 text-grid text-muted">{hint}</span>
          <span className="col-start-2 min-w-0 text-grid text-muted">
            {effectsOf(value, { ...plan, privateActivities: null }).join(' ')}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type SuccessorSelectProps = {
  plan: LeavingPlan;
  successorId: string | undefined;
  onChoose: (id: string) => void;
};

function SuccessorSelect({ plan, successorId, onChoose }: SuccessorSelectProps) {
  const none = 'No one else is an active member of all these workspaces.';
  return (
    <FormField
      label="Who takes over"
      hint={plan.successors.length === 0 ? none : undefined}
      required
    >
      <Select
        value={successorId}
        onValueChange={onChoose}
        options={plan.successors.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="Choose a member"
        disabled={plan.successors.length === 0}
        className="w-full"
      />
    </FormField>
  );
}

type SummaryProps = HandOverDialogProps & {
  plan: LeavingPlan;
  choice: LeavingChoice;
  successorId: string | undefined;
};

function Summary({ name, ends, plan, choice, successorId }: SummaryProps) {
  const successor = plan.successors.find(({ id }) => id === successorId);
  const names = plan.workspaces.flatMap(({ onlyTheirsNames }) => onlyTheirsNames);
  const chosen = CHOICES.find(({ value }) => value === choice);
  return (
    <>
      <p className="text-body font-medium">
        {chosen?.label}
        {choice === 'reassign' && successor !== undefined ? ` to ${successor.name}` : null}
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-body">
        <li>{ends}</li>
        {effectsOf(choice, plan).map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>
          {`For ${limits.leavingDays} days you can bring ${name} back, with what they shared.`}
        </li>
      </ul>
      {choice === 'erase' && names.length > 0 ? (
        <p className="text-grid break-words text-muted">
          {`Left without activities: ${names.join(', ')}`}
        </p>
      ) : null}
    </>
  );
}

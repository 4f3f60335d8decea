import type { HandOver } from '@repo/contract/hand-overs';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#ui/forms/button.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { failureMessage } from '../api/api-error.ts';
import { formatOwnInstant } from '../time/business-time.ts';
import { CHOICES } from './leaving-choices.ts';

type Props = {
  handOver: HandOver;
  /** Undefined for those who may not bring them back. */
  bringBack: (() => Promise<unknown>) | undefined;
  onDone: () => void;
};

/** Until when someone who leaves can come back, with the button that brings them back. */
export function LeavingState({ handOver, bringBack, onDone }: Props) {
  const { user, state } = handOver;
  const back = useMutation({
    mutationFn: async () => bringBack?.(),
    onSuccess: () => {
      toast.success(`${user.name} is back`);
      onDone();
    },
    onError: (error) =>
      toast.error(`Failed to bring ${user.name} back`, {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-48 flex-1 text-body break-words">{sentenceOf(handOver)}</p>
      {state === 'leaving' && bringBack !== undefined ? (
        <Button
          size="small"
          loading={back.isPending}
          onClick={() => back.mutate()}
          aria-label={`Bring Back ${user.name}`}
        >
          Bring Back
        </Button>
      ) : null}
    </div>
  );
}

function sentenceOf({ user, choice, successor, begunBy, endsAt, state }: HandOver): string {
  if (state === 'returning') return `${user.name} is coming back. Their shares follow.`;
  if (state === 'ending') return `${user.name} has left. What only they saw is being deleted.`;
  const label = CHOICES.find(({ value }) => value === choice)?.label.toLowerCase();
  const to = successor === null ? '' : ` to ${successor.name}`;
  return `${user.name} is leaving, and can come back until ${formatOwnInstant(new Date(endsAt))}. ${begunBy} chose to ${label}${to}.`;
}

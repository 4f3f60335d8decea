import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { WIZARD_STEPS, type WizardStep } from './wizard-step.ts';

type Props = {
  /** The label of the first step, which names the mailbox. */
  connectLabel: string;
  current: WizardStep;
  /** Nothing is left to do in the last step either. */
  finished: boolean;
};

/** Shows which of the three steps is the current one. */
export function StepIndicator({ connectLabel, current, finished }: Props) {
  return (
    <ol aria-label="Steps" className="flex items-center">
      {WIZARD_STEPS.map(({ step, label }) => {
        const done = step < current || finished;
        const here = step === current && !finished;
        return (
          <li
            key={step}
            aria-current={here ? 'step' : undefined}
            className={clsx(
              'flex min-w-0 items-center gap-2 not-first:flex-1',
              'not-first:before:mx-1 not-first:before:h-px not-first:before:min-w-3 not-first:before:flex-1 not-first:before:bg-line-strong',
              // Equal parts would cut its label off; the other labels are not visible here.
              here && '@max-[34rem]:flex-none!',
            )}
          >
            <span
              aria-hidden
              className={clsx(
                'flex size-icon-large shrink-0 items-center justify-center rounded-full border text-grid font-medium',
                done && 'border-transparent bg-accent-soft text-accent-ink',
                here && 'border-transparent bg-accent text-on-accent',
                !done && !here && 'border-line-strong text-muted',
              )}
            >
              {done ? <Check className="size-icon-small" /> : step}
            </span>
            <span
              className={clsx(
                'truncate text-grid',
                here ? 'font-medium' : 'text-muted @max-[34rem]:sr-only',
              )}
            >
              <span className="sr-only">{`${step} `}</span>
              {label ?? connectLabel}
              {done ? <span className="sr-only"> (done)</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

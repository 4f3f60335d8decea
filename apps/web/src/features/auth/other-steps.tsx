import type { SecondStep } from '@repo/contract/sign-in-factors';
import { TextButton } from './text-button.tsx';

/** The props that all parts of the second step take. */
export type StepProps = {
  pendingToken: string;
  /** The other ways that are open to the user. */
  others: readonly SecondStep[];
  onChoose: (step: SecondStep) => void;
  /** Goes back to the password; with a message where the server wants it again. */
  onBack: (message?: string) => void;
};

const LABELS: Record<SecondStep, string> = {
  passkey: 'Use a passkey',
  code: 'Use a code from the app',
  'recovery-code': 'Use a recovery code',
};

export function OtherSteps({ others, onChoose }: Pick<StepProps, 'others' | 'onChoose'>) {
  return others.map((step) => (
    <p key={step}>
      <TextButton onClick={() => onChoose(step)}>{LABELS[step]}</TextButton>
    </p>
  ));
}

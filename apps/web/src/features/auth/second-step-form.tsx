import type { PendingSignIn, SecondStep } from '@repo/contract/sign-in-factors';
import { useState } from 'react';
import { hasPasskeys } from '#lib/passkeys/has-passkeys.ts';
import { CodeStep } from './code-step.tsx';
import { PasskeyStep } from './passkey-step.tsx';

type Props = {
  pending: PendingSignIn;
  /** Goes back to the password; with a message where the server wants it again. */
  onBack: (message?: string) => void;
};

/** Finishes a sign-in by a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ pending, onBack }: Props) {
  const open = pending.steps.filter((step) => step !== 'passkey' || hasPasskeys());
  // Where this browser has no passkeys, a recovery code may still be at hand.
  const steps: readonly SecondStep[] = open.length > 0 ? open : ['recovery-code'];
  const [chosen, choose] = useState(steps[0]);
  const step = {
    pendingToken: pending.pendingToken,
    others: steps.filter((other) => other !== chosen),
    onChoose: choose,
    onBack,
  };
  if (chosen === 'passkey') return <PasskeyStep {...step} />;
  const kind = chosen === 'code' ? 'code' : 'recoveryCode';
  return <CodeStep key={kind} kind={kind} {...step} />;
}

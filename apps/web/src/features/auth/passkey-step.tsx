import { useState } from 'react';
import { apiRequest } from '#lib/api/api-request.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { requestPasskey } from '#lib/passkeys/request-passkey.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { AuthPage } from './auth-page.tsx';
import { FAILURE, finishSignIn } from './finish-sign-in.ts';
import { OtherSteps, type StepProps } from './other-steps.tsx';
import { TextButton } from './text-button.tsx';

/** Finishes a sign-in by one of the user's passkeys. */
export function PasskeyStep({ pendingToken, others, onChoose, onBack }: StepProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    const { data, error } = await apiRequest('POST /api/auth/login/passkey/options', {
      body: { pendingToken },
    });
    if (error?.code === 'UNAUTHENTICATED') return onBack(error.message);
    if (error !== undefined) return failureMessage(error, FAILURE);
    const asked = await requestPasskey(data);
    if ('problem' in asked) return asked.problem;
    const refusal = await finishSignIn({ pendingToken, passkey: asked.result });
    if (refusal === undefined || typeof refusal === 'string') return refusal;
    if (refusal.code === 'UNAUTHENTICATED') return onBack(refusal.message);
    return failureMessage(refusal, FAILURE);
  };
  const start = async () => {
    const found = await run();
    setBusy(false);
    if (typeof found === 'string') setProblem(found);
  };
  return (
    <AuthPage
      title="Use your passkey"
      description="Your browser asks for your fingerprint, face, PIN or security key."
      footer={<TextButton onClick={() => onBack()}>Back to sign in</TextButton>}
    >
      <div className="flex flex-col gap-4">
        <FormBanner error={problem === undefined ? undefined : { message: problem }} />
        <Button
          variant="primary"
          loading={isBusy}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page has this one purpose.
          autoFocus
          onClick={() => void start()}
        >
          Use passkey
        </Button>
        <OtherSteps others={others} onChoose={onChoose} />
      </div>
    </AuthPage>
  );
}

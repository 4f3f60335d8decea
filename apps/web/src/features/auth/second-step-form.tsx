import type { PendingSignIn } from '@repo/contract/sign-in-factors';
import { apiRequest } from '#lib/api/api-request.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { CodeField } from '#lib/proof/code-field.tsx';
import { useCodeForm } from '#lib/proof/use-code-form.ts';
import { readUser } from '#lib/session/read-user.ts';
import { startSession } from '#lib/session/session-store.ts';
import { ownTimeZone } from '#lib/time/own-time-zone.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { AuthPage } from './auth-page.tsx';

type Props = {
  pending: PendingSignIn;
  /** Goes back to the password; with a message where the server wants it again. */
  onBack: (message?: string) => void;
};

const FAILURE = 'The sign-in could not be finished';

/** Finishes a sign-in by a code of the authenticator app, or by a recovery code. */
export function SecondStepForm({ pending: { pendingToken, steps }, onBack }: Props) {
  const { form, kind, switchKind } = useCodeForm({
    initialKind: steps.includes('code') ? 'code' : 'recoveryCode',
    submit: async (code, field) => {
      const { data, error } = await apiRequest('POST /api/auth/login/second-factor', {
        body: { pendingToken, ...code, timeZone: ownTimeZone() },
      });
      if (error?.code === 'UNAUTHENTICATED') {
        onBack(error.message);
        return undefined;
      }
      if (error !== undefined) return formProblem(error, [field], FAILURE);
      const user = readUser(data.user);
      if (user === undefined) return { form: { message: FAILURE } };
      startSession(data.token, user);
      return undefined;
    },
  });
  const usesRecovery = kind === 'recoveryCode';
  const canChoose = steps.length > 1;
  return (
    <AuthPage
      title={usesRecovery ? 'Enter a recovery code' : 'Enter your code'}
      footer={<TextButton onClick={() => onBack()}>Back to sign in</TextButton>}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormBanner error={form.error} />
        <CodeField
          form={form}
          kind={kind}
          recoveryHint="One of the codes that you kept. Each works once."
        />
        <Button type="submit" variant="primary" loading={form.submitting}>
          Sign in
        </Button>
        {usesRecovery ? (
          <p className="text-grid text-muted">
            If you have none, an administrator can remove your second factor.
          </p>
        ) : null}
        {canChoose ? (
          <p>
            <TextButton onClick={switchKind}>
              {usesRecovery ? 'Use a code from the app' : 'Use a recovery code'}
            </TextButton>
          </p>
        ) : null}
      </form>
    </AuthPage>
  );
}

/** Looks as the links of these pages do. */
function TextButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

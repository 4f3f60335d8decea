import { formProblem } from '#lib/api/field-problems.ts';
import { CodeField } from '#lib/proof/code-field.tsx';
import { type CodeKind, useCodeForm } from '#lib/proof/use-code-form.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { AuthPage } from './auth-page.tsx';
import { FAILURE, finishSignIn } from './finish-sign-in.ts';
import { OtherSteps, type StepProps } from './other-steps.tsx';
import { TextButton } from './text-button.tsx';

/** Finishes a sign-in by a code of the authenticator app, or by a recovery code. */
export function CodeStep({
  kind: initialKind,
  pendingToken,
  others,
  onChoose,
  onBack,
}: StepProps & { kind: CodeKind }) {
  const { form, kind } = useCodeForm({
    initialKind,
    submit: async (code, field) => {
      const problem = await finishSignIn({ pendingToken, ...code });
      if (problem === undefined) return undefined;
      if (typeof problem === 'string') return { form: { message: problem } };
      if (problem.code !== 'UNAUTHENTICATED') return formProblem(problem, [field], FAILURE);
      onBack(problem.message);
      return undefined;
    },
  });
  const usesRecovery = kind === 'recoveryCode';
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
        <OtherSteps others={others} onChoose={onChoose} />
      </form>
    </AuthPage>
  );
}

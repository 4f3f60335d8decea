import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { formProblem } from '#lib/api/field-problems.ts';
import { passwordProblem } from '#lib/password-problem.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useHasPassword } from '#lib/proof/use-has-password.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { sessionsKey } from './sessions-key.ts';

type Values = { currentPassword: string; password: string; confirmation: string };

const EMPTY: Values = { currentPassword: '', password: '', confirmation: '' };

/** The form for another password, or that there is none. */
export function PasswordCard() {
  if (useHasPassword()) return <PasswordForm />;
  return (
    <Card
      title="Password"
      description="Your account has no password. You sign in with your company."
    />
  );
}

/** Changes the password with the current one; this session goes on, the others end. */
function PasswordForm() {
  const client = useQueryClient();
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const form = useForm({
    initial: EMPTY,
    validate,
    submit: async ({ currentPassword, password }) => {
      const body = { currentPassword, password };
      const result = await withProof(() => send('POST /api/auth/change-password', { body }));
      if (result === undefined) return undefined;
      const { error } = result;
      if (error !== undefined) {
        return formProblem(error, ['currentPassword', 'password'], 'Failed to change the password');
      }
      form.set(EMPTY);
      toast.success('Password changed', { description: 'You are signed out everywhere else.' });
      void client.invalidateQueries({ queryKey: sessionsKey });
      return undefined;
    },
  });
  const { error: currentError, ...current } = form.field('currentPassword');
  const { error: passwordError, ...password } = form.field('password');
  const { error: confirmationError, ...confirmation } = form.field('confirmation');
  return (
    <>
      <form {...form.props}>
        <Card
          title="Password"
          description="Changing it signs you out everywhere else. An email confirms the change."
          footer={
            <Button type="submit" loading={form.submitting}>
              Change Password
            </Button>
          }
        >
          <div className="flex flex-col gap-4">
            <FormBanner error={form.error} />
            <FormField label="Current password" error={currentError} required>
              <PasswordInput {...current} autoComplete="current-password" />
            </FormField>
            <FormField
              label="New password"
              hint={`At least ${limits.minimumPasswordLength} characters`}
              error={passwordError}
              required
            >
              <PasswordInput {...password} autoComplete="new-password" />
            </FormField>
            <FormField label="Confirm new password" error={confirmationError} required>
              <PasswordInput {...confirmation} autoComplete="new-password" />
            </FormField>
          </div>
        </Card>
      </form>
      {proofDialog}
    </>
  );
}

function validate({ currentPassword, password, confirmation }: Values) {
  return {
    currentPassword: currentPassword === '' ? 'Current password is required' : undefined,
    password: passwordProblem(password),
    confirmation: confirmation === password ? undefined : 'Passwords do not match',
  };
}

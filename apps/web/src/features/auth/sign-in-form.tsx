import type { PendingSignIn } from '@repo/contract/sign-in-factors';
import { useState } from 'react';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useForm } from '#lib/use-form.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { AuthLink } from './auth-link.tsx';
import { AuthPage } from './auth-page.tsx';
import { signInProblem } from './auth-problems.ts';
import { readPendingSignIn } from './read-pending-sign-in.ts';
import { SecondStepForm } from './second-step-form.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

type Props = { initialEmail?: string | undefined };

/** Starts a session on success; the parent component then navigates. */
export function SignInForm({ initialEmail = '' }: Props) {
  const [email, setEmail] = useState(initialEmail);
  const [pending, setPending] = useState<PendingSignIn>();
  /** Why the password is wanted again. */
  const [notice, setNotice] = useState<string>();
  if (pending !== undefined) {
    return (
      <SecondStepForm
        pending={pending}
        onBack={(message) => {
          setNotice(message);
          setPending(undefined);
        }}
      />
    );
  }
  return (
    <PasswordForm
      initialEmail={email}
      notice={notice}
      onPending={(next, typed) => {
        setEmail(typed);
        setPending(next);
      }}
    />
  );
}

type PasswordFormProps = {
  initialEmail: string;
  notice: string | undefined;
  /** The password was right, and a second factor follows. */
  onPending: (pending: PendingSignIn, email: string) => void;
};

function PasswordForm({ initialEmail, notice, onPending }: PasswordFormProps) {
  const { signIn } = useAuth();
  const passkey = usePasskeySignIn();
  const form = useForm({
    initial: { email: initialEmail, password: '' },
    validate: ({ email, password }) => ({
      email: email.trim() === '' ? 'Email is required' : undefined,
      password: password === '' ? 'Password is required' : undefined,
    }),
    submit: async ({ email, password }) => {
      const result = await signIn(email.trim(), password);
      if (result.success) return undefined;
      const pending = isFullServer() ? readPendingSignIn(result.error) : undefined;
      if (pending === undefined) return signInProblem(result.error);
      onPending(pending, email.trim());
      return undefined;
    },
  });
  const { error: passwordError, ...password } = form.field('password');
  const message = passkey.problem ?? notice;

  return (
    <AuthPage
      title="Sign in"
      footer={<AuthLink to="/request-password-reset">Reset password</AuthLink>}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormBanner error={form.error ?? (message === undefined ? undefined : { message })} />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete={passkey.isOffered ? 'username webauthn' : 'username'}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page has this one purpose.
          autoFocus
          required
        />
        <FormField label="Password" error={passwordError} required>
          <PasswordInput {...password} autoComplete="current-password" />
        </FormField>
        <Button type="submit" variant="primary" loading={form.submitting}>
          Sign in
        </Button>
        {passkey.isOffered ? (
          <Button
            loading={passkey.isBusy}
            disabled={form.submitting}
            onClick={() => void passkey.start()}
          >
            Sign in with a passkey
          </Button>
        ) : null}
      </form>
    </AuthPage>
  );
}

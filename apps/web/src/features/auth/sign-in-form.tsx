import type { PendingSignIn } from '@repo/contract/sign-in-factors';
import { useState } from 'react';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useForm } from '#lib/use-form.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { AuthLink } from './auth-link.tsx';
import { AuthPage } from './auth-page.tsx';
import { CompanySignIn } from './company-sign-in.tsx';
import { signInProblem } from './auth-problems.ts';
import { readPendingSignIn } from './read-pending-sign-in.ts';
import { SecondStepForm } from './second-step-form.tsx';
import { useCompanyOffer } from './use-company-offer.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

type Props = {
  initialEmail?: string | undefined;
  /** Why another way to sign in came to nothing. */
  initialNotice?: string | undefined;
  /** A reason to sign in with the password. */
  initialHint?: string | undefined;
  /** The slug of an organization whose sign-in page is to be opened. */
  company?: string | undefined;
  /** The page to open after signing in. */
  origin?: string;
};

/** Starts a session on success; the parent component then navigates. */
export function SignInForm({
  initialEmail = '',
  initialNotice,
  initialHint,
  company,
  origin = '/',
}: Props) {
  const [email, setEmail] = useState(initialEmail);
  const [pending, setPending] = useState<PendingSignIn>();
  /** Why the password is wanted again. */
  const [notice, setNotice] = useState(initialNotice);
  const isOffered = useCompanyOffer();
  const [usesCompany, setUsesCompany] = useState(company !== undefined && isFullServer());
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
  if (usesCompany) {
    return (
      <CompanySignIn
        initialEmail={email}
        organization={company}
        origin={origin}
        onBack={() => setUsesCompany(false)}
      />
    );
  }
  return (
    <PasswordForm
      initialEmail={email}
      notice={notice}
      hint={initialHint}
      onCompany={
        isOffered
          ? (typed) => {
              setEmail(typed);
              setUsesCompany(true);
            }
          : undefined
      }
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
  hint: string | undefined;
  /** Absent where no company signs in. */
  onCompany: ((email: string) => void) | undefined;
  /** The password was right, and a second factor follows. */
  onPending: (pending: PendingSignIn, email: string) => void;
};

function PasswordForm({ initialEmail, notice, hint, onCompany, onPending }: PasswordFormProps) {
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
        {hint === undefined ? null : <Banner kind="info">{hint}</Banner>}
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
        {onCompany === undefined ? null : (
          <Button disabled={form.submitting} onClick={() => onCompany(form.field('email').value)}>
            Sign in with your company
          </Button>
        )}
      </form>
    </AuthPage>
  );
}

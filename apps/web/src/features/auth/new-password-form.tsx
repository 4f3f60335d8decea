import { limits } from '@repo/contract/page-limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest, apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useForm } from '#lib/use-form.ts';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { AuthLink } from './auth-link.tsx';
import { AuthPage } from './auth-page.tsx';
import { newPasswordProblem } from './auth-problems.ts';
import { passwordProblem } from '#lib/password-problem.ts';

type Values = { password: string; confirmation: string };

const MISSING_TOKEN = 'Invalid or missing reset token. Please request a new password reset.';

type Props = { token: string | undefined };

/**
 * Sets a new password with the token of a reset link; without one it can only be looked at. Where the
 * server can say that a link is used up, no one types a password first; a check that fails says nothing
 * about the link.
 */
export function NewPasswordForm({ token }: Props) {
  const { data: isUsable, isLoading } = useQuery({
    ...usableQuery(token ?? ''),
    enabled: token !== undefined && isFullServer(),
  });
  if (isLoading) {
    return (
      <AuthPage title="Set new password">
        <LoadingState label="Checking the link..." className="animate-appear-late" />
      </AuthPage>
    );
  }
  return isUsable === false ? <LinkExpired /> : <OpenForm token={token} />;
}

const usableQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset token', token],
    queryFn: async ({ signal }) => {
      const { isUsable } = await apiRequestOrThrow('POST /api/auth/reset-password/check', {
        body: { token },
        signal,
      });
      return isUsable;
    },
    // Using the link ends it, which the form says itself.
    staleTime: Infinity,
  });

function OpenForm({ token }: Props) {
  const [outcome, setOutcome] = useState<'changed' | 'expired'>();
  const form = useForm({
    initial: { password: '', confirmation: '' },
    // Nothing typed could help without a token.
    validate: token === undefined ? () => ({}) : validate,
    submit: async ({ password }) => {
      if (token === undefined) return { form: { message: 'Missing reset token' } };
      const { error } = await apiRequest('POST /api/auth/reset-password', {
        body: { token, password },
      });
      const problem = error === undefined ? undefined : newPasswordProblem(error);
      if (problem !== undefined && problem !== 'expired') return problem;
      setOutcome(problem ?? 'changed');
      return undefined;
    },
  });

  if (outcome === 'changed') return <PasswordChanged />;
  if (outcome === 'expired') return <LinkExpired />;

  const { error: passwordError, ...password } = form.field('password');
  const { error: confirmationError, ...confirmation } = form.field('confirmation');
  const missing = token === undefined;
  return (
    <AuthPage
      title="Set new password"
      footer={
        missing ? (
          <AuthLink to="/request-password-reset">Request new password reset</AuthLink>
        ) : (
          <AuthLink to="/login">Return to sign in</AuthLink>
        )
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormBanner error={form.error ?? (missing ? { message: MISSING_TOKEN } : undefined)} />
        <FormField
          label="New password"
          hint={`At least ${limits.minimumPasswordLength} characters`}
          error={passwordError}
          required
        >
          <PasswordInput
            {...password}
            disabled={missing || form.submitting}
            autoComplete="new-password"
          />
        </FormField>
        <FormField label="Confirm new password" error={confirmationError} required>
          <PasswordInput
            {...confirmation}
            disabled={missing || form.submitting}
            autoComplete="new-password"
          />
        </FormField>
        <Button type="submit" variant="primary" disabled={missing} loading={form.submitting}>
          Set new password
        </Button>
      </form>
    </AuthPage>
  );
}

function validate({ password, confirmation }: Values) {
  return {
    password: passwordProblem(password),
    confirmation: confirmationProblem(password, confirmation),
  };
}

function confirmationProblem(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return 'Please confirm your password';
  return confirmation === password ? undefined : 'Passwords do not match';
}

function PasswordChanged() {
  return (
    <AuthPage
      isOutcome
      title="Password reset successful"
      description="You can now sign in with your new password."
      footer={<AuthLink to="/login">Back to login</AuthLink>}
    />
  );
}

function LinkExpired() {
  return (
    <AuthPage
      isOutcome
      title="Reset password link expired"
      description="Each link works once and expires."
      footer={<AuthLink to="/request-password-reset">Request new password reset</AuthLink>}
    />
  );
}

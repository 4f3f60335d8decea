import { useState } from 'react';
import { apiRequest } from '#lib/api/api-request.ts';
import { useForm } from '#lib/use-form.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { AuthLink } from './auth-link.tsx';
import { AuthPage } from './auth-page.tsx';
import { resetRequestProblem } from './auth-problems.ts';

/** Requests a reset link. The result is the same whether or not a user has the address. */
export function RequestResetForm() {
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: emailProblem(email.trim()) }),
    submit: async ({ email }) => {
      const { error } = await apiRequest('POST /api/auth/request-password-reset', {
        body: { email: email.trim() },
      });
      if (error !== undefined) return resetRequestProblem(error);
      setSent(true);
      return undefined;
    },
  });

  if (sent) {
    return (
      <AuthPage
        isOutcome
        title="Password reset sent"
        description="If a user account with your email exists, you'll receive an email containing further instructions for resetting your password."
        footer={<AuthLink to="/login">Back to login</AuthLink>}
      />
    );
  }
  return (
    <AuthPage
      title="Reset password"
      description="Enter the email address you sign in with."
      footer={<AuthLink to="/login">Return to sign in</AuthLink>}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormBanner error={form.error} />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          required
        />
        <Button type="submit" variant="primary" loading={form.submitting}>
          Continue
        </Button>
      </form>
    </AuthPage>
  );
}

function emailProblem(email: string): string | undefined {
  if (email === '') return 'Email is required';
  return isEmail(email) ? undefined : 'Please enter a valid email address';
}

/**
 * One @ between a name and a host with a dot, and no spaces; whether it exists is not checked.
 */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

import type { OpenedInvitation } from '@repo/contract/invitations';
import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isNetworkError, type ApiError } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { fieldProblems } from '#lib/api/field-problems.ts';
import { startSession } from '#lib/session/session-store.ts';
import { type FormProblem, useForm } from '#lib/use-form.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { invitationQuery } from './invitation-query.ts';
import { passwordProblem } from '#lib/password-problem.ts';

type Values = { name: string; password: string };
type Props = { token: string; invitation: OpenedInvitation };

/** For an address without an account: creates it, accepts, and signs in. */
export function RegisterForm({ token, invitation: { email, workspace } }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initial: { name: '', password: '' },
    validate: ({ name, password }) => ({
      name: name.trim() === '' ? 'Name is required' : undefined,
      password: passwordProblem(password),
    }),
    submit: async (values) => {
      const { data, error } = await apiRequest('POST /api/invitations/register', {
        body: { token, ...values },
      });
      if (error !== undefined) {
        // The invitation may have ended since, or its address may have an account by now.
        if (error.status === 409) {
          void client.invalidateQueries({ queryKey: invitationQuery(token).queryKey });
        }
        return problemOf(error);
      }
      startSession(data.token, data.user);
      await navigate(workspacePath(workspace), { replace: true });
      toast.success(`You joined ${workspace.name}`);
      return undefined;
    },
  });
  const { error: passwordError, ...password } = form.field('password');
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormBanner error={form.error} />
      {/* Tells a password manager which account the password belongs to. */}
      <TextField label="Email" type="email" value={email} readOnly autoComplete="username" />
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Shown to other members."
        maxLength={limits.nameLength}
        autoComplete="name"
        required
      />
      <FormField
        label="Password"
        hint={`At least ${limits.minimumPasswordLength} characters`}
        error={passwordError}
        required
      >
        <PasswordInput {...password} autoComplete="new-password" />
      </FormField>
      <Button type="submit" variant="primary" loading={form.submitting}>
        Create Account and Join
      </Button>
    </form>
  );
}

function problemOf(error: ApiError): FormProblem<Values> {
  if (isNetworkError(error)) {
    return { form: { message: 'A network error occurred. Please try again.' } };
  }
  return (
    fieldProblems(error, ['name', 'password']) ?? {
      form: { message: error.message || 'Failed to accept the invitation.' },
    }
  );
}

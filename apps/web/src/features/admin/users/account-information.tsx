import type { User } from '@repo/contract/auth';
import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { failureMessage, type ApiError } from '#lib/api/api-error.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm, type FormProblem } from '#lib/use-form.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { joinName, splitName, type NameParts } from './split-name.ts';
import { UserFlags, type Flags } from './user-flags.tsx';

type Props = {
  user: User;
  /** Reads the user again and begins the form again. */
  onReload: () => Promise<void>;
};

/** The one card that is edited. */
export function AccountInformation({ user, onReload }: Props) {
  const { user: self } = useAuth();
  const listAddress = useListAddress();
  const save = useSave(user, listAddress);
  const [flags, setFlags] = useState<Flags>(user);
  const [conflict, setConflict] = useState(false);
  const form = useForm({
    initial: splitName(user.name),
    validate: ({ firstName }) => ({
      firstName: firstName.trim() === '' ? 'First name is required' : undefined,
    }),
    submit: async (values) => {
      const error = await save({ ...flags, name: joinName(values) });
      setConflict(error?.status === 409);
      return error && updateProblem(error);
    },
  });
  return (
    <form {...form.props}>
      <Card
        title="Account Information"
        footer={
          <>
            <Button type="submit" variant="primary" loading={form.submitting}>
              Save Changes
            </Button>
            <Button asChild variant="bare">
              <Link to={listAddress}>Cancel</Link>
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormBanner
            error={form.error}
            action={
              conflict ? (
                <Button size="xsmall" onClick={() => void onReload()}>
                  Reload
                </Button>
              ) : undefined
            }
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...form.field('firstName')}
              label="First name"
              maxLength={limits.nameLength}
              autoComplete="off"
              required
            />
            <TextField
              {...form.field('lastName')}
              label="Last name"
              maxLength={limits.nameLength}
              autoComplete="off"
            />
          </div>
          <TextField label="Email" value={user.email} readOnly />
          <UserFlags
            flags={flags}
            deactivates={user.isActive && !flags.isActive}
            onChange={setFlags}
            isSelf={self?.id === user.id}
            disabled={form.submitting}
          />
        </div>
      </Card>
    </form>
  );
}

/** The address of the list of users with its search and page, if the page was opened from it. */
function useListAddress(): string {
  const state: unknown = useLocation().state;
  const list = (state as { list?: unknown } | null)?.list;
  return `/admin/users${typeof list === 'string' && list.startsWith('?') ? list : ''}`;
}

function useSave({ id, updatedAt }: User, listAddress: string) {
  const client = useQueryClient();
  const send = useSend();
  const navigate = useNavigate();
  return async ({ name, isAdmin, isTest, isActive }: Flags & { name: string }) => {
    const { error } = await send('PUT /api/admin/users/{id}', {
      params: { id },
      body: {
        name,
        isAdmin,
        isTest,
        isActive,
        ...(isFullServer() && { updatedAt }),
      },
    });
    if (error !== undefined) return error;
    toast.success('User updated successfully');
    void client.invalidateQueries({ queryKey: [ADMIN_KEY], refetchType: 'none' });
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    void navigate(listAddress);
    return undefined;
  };
}

const FAILURE = 'Failed to update user';

function updateProblem(error: ApiError): FormProblem<NameParts> {
  const detail = failureMessage(error, FAILURE);
  return { form: { message: FAILURE, ...(detail !== FAILURE && { detail }) } };
}

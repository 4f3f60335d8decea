import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Role } from '@repo/contract/fields';
import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { invitationsKey } from './invitations-key.ts';
import { membersKey } from './members-key.ts';
import { roleOptions } from '#lib/workspaces/role-labels.ts';

type Props = {
  workspace: { id: string; name: string };
  /** The workspace has no members yet: the first should be an owner. */
  isFirst: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function InviteMemberDialog({ workspace, isFirst, open, onOpenChange }: Props) {
  const { user } = useAuth();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Invite to ${workspace.name}`}
      description={`${user?.isAdmin ? 'People who have an account' : 'People whom you see in another workspace of this organization'} are added at once. Everyone else gets an email with a link to accept, which works for ${limits.invitationDays} days.`}
    >
      <InviteMemberForm
        workspaceId={workspace.id}
        initialRole={isFirst ? 'owner' : 'member'}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

type FormProps = { workspaceId: string; initialRole: Role; onDone: () => void };

function InviteMemberForm({ workspaceId, initialRole, onDone }: FormProps) {
  const client = useQueryClient();
  const send = useSend();
  const [role, setRole] = useState(initialRole);
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: email.trim() === '' ? 'Email is required' : undefined }),
    submit: async ({ email }) => {
      const { data, error } = await send('POST /api/workspaces/{workspaceId}/members', {
        params: { workspaceId },
        body: { email, role },
      });
      if (error !== undefined) {
        return formProblem(error, ['email'], 'Failed to invite member');
      }
      void client.invalidateQueries({ queryKey: membersKey(workspaceId) });
      void client.invalidateQueries({ queryKey: invitationsKey(workspaceId) });
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      showOutcome(data, email.trim());
      onDone();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Send Invitation" onCancel={onDone}>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        maxLength={limits.emailLength}
        autoComplete="off"
        required
      />
      <FormField
        label="Role"
        hint={
          role === 'owner'
            ? 'Owners also invite and remove members.'
            : 'Members see and add accounts, share and import.'
        }
      >
        <Select
          value={role}
          options={roleOptions}
          disabled={form.submitting}
          onValueChange={setRole}
        />
      </FormField>
    </DialogForm>
  );
}

function showOutcome(
  { member, mail }: EndpointResponse<'POST /api/workspaces/{workspaceId}/members'>,
  email: string,
): void {
  if (mail === 'failed') {
    toast.warning(
      `${email} was ${member === null ? 'invited' : 'added'}, but the email could not be sent`,
      {
        description: 'Send the invitation again from the list.',
      },
    );
  } else if (member === null) toast.success(`Invitation sent to ${email}`);
  else toast.success(`${member.name} was added`);
}

import type { Role } from '@repo/contract/fields';
import { limits } from '@repo/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_KEY } from '../../lib/admin-key.ts';
import { formProblem } from '../../lib/api/field-problems.ts';
import { useSend } from '../../lib/session/use-send.ts';
import { useForm } from '../../lib/use-form.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { membersKey } from './members-key.ts';
import { roleOptions } from '../../lib/workspaces/role-labels.ts';

type Props = {
  workspace: { id: string; name: string };
  /** Nobody is in it yet: whoever comes first had better be an owner. */
  isFirst: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function InviteMemberDialog({ workspace, isFirst, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Invite to ${workspace.name}`}
      description={`Whoever has an account is added at once and told by mail. Others get a link to choose their password, which works for ${limits.sentLinkHours} hours.`}
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
    initial: { email: '', name: '' },
    validate: ({ email }) => ({ email: email.trim() === '' ? 'Email is required' : undefined }),
    submit: async ({ email, name }) => {
      const { data, error } = await send('POST /api/workspaces/{workspaceId}/members', {
        params: { workspaceId },
        body: { email, role, ...(name.trim() !== '' && { name }) },
      });
      if (error !== undefined) {
        return formProblem(error, ['email', 'name'], 'Failed to invite member');
      }
      void client.invalidateQueries({ queryKey: membersKey(workspaceId) });
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      tellMail(data.mail, data.member.email);
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
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Of somebody who has no account yet."
        maxLength={limits.nameLength}
        autoComplete="off"
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

function tellMail(mail: 'sent' | 'failed', email: string): void {
  if (mail === 'sent') toast.success(`Invitation sent to ${email}`);
  else {
    toast.warning(`${email} was added, but the mail could not be sent`, {
      description: 'Send the invitation again from the list of members.',
    });
  }
}

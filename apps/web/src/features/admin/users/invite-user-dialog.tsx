import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { toast } from '#ui/feedback/toast.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Creates a user, who then chooses a password. */
export function InviteUserDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite User"
      description="They get an email with a link to set their password. To also add them to a workspace, invite them from that workspace."
    >
      <InviteUserForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function InviteUserForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const send = useSend();
  const [isAdmin, setIsAdmin] = useState(false);
  const form = useForm({
    initial: { name: '', email: '' },
    validate: ({ name, email }) => ({
      name: name.trim() === '' ? 'Name is required' : undefined,
      email: email.trim() === '' ? 'Email is required' : undefined,
    }),
    submit: async (values) => {
      const { data, error } = await send('POST /api/admin/users/invite', {
        body: { ...values, isAdmin },
      });
      if (error !== undefined)
        return formProblem(error, ['name', 'email'], 'Failed to invite user');
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      showMailOutcome(data.mail, data.user.email);
      onDone();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Send Invitation" onCancel={onDone}>
      <TextField {...form.field('name')} label="Name" maxLength={limits.nameLength} required />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        maxLength={limits.emailLength}
        autoComplete="off"
        required
      />
      <Checkbox
        label="Administrator"
        hint="Can see and change all users, organizations and workspaces."
        checked={isAdmin}
        disabled={form.submitting}
        onChange={(event) => setIsAdmin(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}

function showMailOutcome(mail: 'sent' | 'failed', email: string): void {
  if (mail === 'sent') toast.success(`Invitation sent to ${email}`);
  else {
    toast.warning(`${email} was added, but the email could not be sent`, {
      description: 'Open the user and send a password reset to retry.',
    });
  }
}

import { accountNameProblem } from '@repo/contract/name';
import { useQueryClient } from '@tanstack/react-query';
import { formProblem } from '../../lib/api/field-problems.ts';
import { useSend } from '../../lib/session/use-send.ts';
import { useForm } from '../../lib/use-form.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { DialogForm } from '../../ui/overlays/dialog-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { refreshAccounts } from './refresh-accounts.ts';

type Subject = { account: { id: string; name: string } };

type Props = Subject & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RenameAccountDialog({ account, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="Rename Account"
      description="Everyone in this workspace sees the new name."
    >
      <RenameForm account={account} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RenameForm({ account, onDone }: Subject & { onDone: () => void }) {
  const client = useQueryClient();
  const send = useSend();
  const form = useForm({
    initial: { name: account.name },
    validate: ({ name }) => ({
      name: name.trim() === '' ? 'Account name is required' : accountNameProblem(name.trim()),
    }),
    submit: async (values) => {
      const name = values.name.trim();
      if (name !== account.name) {
        const { error } = await send('PATCH /api/accounts/{accountId}', {
          params: { accountId: account.id },
          body: { name },
        });
        if (error !== undefined) return formProblem(error, ['name'], 'Failed to rename account');
        refreshAccounts(client);
        toast.success(`Renamed to ${name}`);
      }
      onDone();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Rename" onCancel={onDone}>
      <TextField {...form.field('name')} label="Account Name" required autoComplete="off" />
    </DialogForm>
  );
}

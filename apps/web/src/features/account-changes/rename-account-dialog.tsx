import { useState } from 'react';
import { nameProblem } from '#lib/account-edits/name-problem.ts';
import { useEditAccountText } from '#lib/account-edits/use-edit-account-text.ts';
import { useForm } from '#lib/use-form.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

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
  const save = useEditAccountText();
  // The name that the form began with, or a colleague's newer name once it has been shown.
  const [replaces, setReplaces] = useState(account.name);
  const form = useForm({
    initial: { name: account.name },
    validate: ({ name }) => ({ name: nameProblem(name.trim()) }),
    submit: async (values) => {
      const name = values.name.trim();
      if (name !== replaces) {
        const problem = await save({ account, field: 'name', value: name, replaces });
        if (problem?.present !== undefined) setReplaces(problem.present);
        if (problem !== undefined) {
          return { form: { message: problem.message, detail: problem.present } };
        }
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

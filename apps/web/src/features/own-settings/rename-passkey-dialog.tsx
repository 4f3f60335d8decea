import type { Passkey } from '@repo/contract/passkeys';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { nameProblem, PasskeyNameField } from './passkey-name-field.tsx';

type Props = {
  passkey: Passkey;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => Promise<void>;
};

export function RenamePasskeyDialog({ open, onOpenChange, ...props }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="small" title="Rename Passkey">
      <NameForm {...props} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type FormProps = Pick<Props, 'passkey' | 'onDone'> & { onClose: () => void };

function NameForm({ passkey: { id, name: before }, onDone, onClose }: FormProps) {
  const send = useSend();
  const form = useForm({
    initial: { name: before },
    validate: nameProblem,
    submit: async ({ name }) => {
      const { error } = await send('PATCH /api/auth/factors/passkeys/{id}', {
        params: { id },
        body: { name: name.trim() },
      });
      if (error !== undefined) return formProblem(error, ['name'], 'It could not be renamed');
      await onDone();
      onClose();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Rename" onCancel={onClose}>
      <PasskeyNameField {...form.field('name')} />
    </DialogForm>
  );
}

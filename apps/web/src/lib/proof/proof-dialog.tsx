import { FormField } from '../../ui/forms/form-field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { DialogForm } from '../../ui/overlays/dialog-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { formProblem } from '../api/field-problems.ts';
import { useSend } from '../session/use-send.ts';
import { useForm } from '../use-form.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onProven: () => void;
};

/** Takes the password before something that someone who finds an unlocked screen must not do. */
export function ProofDialog({ open, onOpenChange, onProven }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      size="small"
      title="Confirm That It Is You"
      description="You signed in a while ago. Enter your password to go on."
    >
      <ProofForm onCancel={() => onOpenChange(false)} onProven={onProven} />
    </Dialog>
  );
}

function ProofForm({ onCancel, onProven }: { onCancel: () => void; onProven: () => void }) {
  const send = useSend();
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({
      password: password === '' ? 'Password is required' : undefined,
    }),
    submit: async ({ password }) => {
      const { error } = await send('POST /api/auth/proof', { body: { password } });
      if (error !== undefined) {
        return formProblem(error, ['password'], 'The password could not be checked');
      }
      onProven();
      return undefined;
    },
  });
  const { error, ...password } = form.field('password');
  return (
    <DialogForm form={form} submitLabel="Confirm" onCancel={onCancel}>
      <FormField label="Password" error={error} required>
        <PasswordInput {...password} autoComplete="current-password" />
      </FormField>
    </DialogForm>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { formProblem } from '../api/field-problems.ts';
import { useSend } from '../session/use-send.ts';
import { useForm } from '../use-form.ts';
import { factorsQuery } from './factors-query.ts';

type FormProps = {
  onCancel: () => void;
  onProven: () => void;
};

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onProven: () => void;
};

/**
 * Takes the second factor, or the password of a user without one, before something that someone who finds an unlocked
 * screen must not do.
 */
export function ProofDialog({ open, onOpenChange, onProven }: Props) {
  const { data: factors, isPending } = useQuery({ ...factorsQuery, enabled: open });
  const hasApp = factors?.authenticatorApp != null;
  const form = { onCancel: () => onOpenChange(false), onProven };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      size="small"
      title="Confirm That It Is You"
      description={`You signed in a while ago. Enter ${hasApp ? 'a code' : 'your password'} to go on.`}
    >
      {isPending ? (
        <Skeleton className="my-4 h-9" />
      ) : hasApp ? (
        <CodeForm {...form} canRecover={factors.recoveryCodesLeft > 0} />
      ) : (
        <PasswordForm {...form} />
      )}
    </Dialog>
  );
}

function PasswordForm({ onCancel, onProven }: FormProps) {
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
        <PasswordInput
          {...password}
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog has this one purpose, and can open before it.
          autoFocus
        />
      </FormField>
    </DialogForm>
  );
}

function CodeForm({ onCancel, onProven, canRecover }: FormProps & { canRecover: boolean }) {
  const send = useSend();
  const [usesRecovery, setUsesRecovery] = useState(false);
  const kind = usesRecovery ? 'recoveryCode' : 'code';
  const form = useForm({
    initial: { code: '', recoveryCode: '' },
    validate: (values) => ({
      [kind]: values[kind].trim() === '' ? 'Enter a code' : undefined,
    }),
    submit: async (values) => {
      const { error } = await send('POST /api/auth/proof', {
        body: { [kind]: values[kind].trim() },
      });
      if (error !== undefined) return formProblem(error, [kind], 'The code could not be checked');
      onProven();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Confirm" onCancel={onCancel}>
      <TextField
        key={kind}
        {...form.field(kind)}
        {...(usesRecovery
          ? { label: 'Recovery code', hint: 'Each works once.', autoComplete: 'off' }
          : {
              label: 'Code',
              hint: 'The six digits that your authenticator app shows now.',
              autoComplete: 'one-time-code',
              inputMode: 'numeric',
            })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog has this one purpose, and can open before it.
        autoFocus
        required
      />
      {canRecover ? (
        <div>
          <Button variant="bare" size="small" onClick={() => setUsesRecovery(!usesRecovery)}>
            {usesRecovery ? 'Use a Code of the App' : 'Use a Recovery Code'}
          </Button>
        </div>
      ) : null}
    </DialogForm>
  );
}

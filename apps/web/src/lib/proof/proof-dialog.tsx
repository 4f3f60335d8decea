import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { formProblem } from '../api/field-problems.ts';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import { useSend } from '../session/use-send.ts';
import { useForm } from '../use-form.ts';
import { CodeField } from './code-field.tsx';
import { CompanyProof } from './company-proof.tsx';
import { factorsQuery } from './factors-query.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { type CodeKind, useCodeForm } from './use-code-form.ts';

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
 * Asks for the second factor, or for the password or the company's sign-in of a user without one, before a change that
 * a passer-by at an unlocked screen must not make.
 */
export function ProofDialog({ open, onOpenChange, onProven }: Props) {
  const { data: factors, isPending } = useQuery({ ...factorsQuery, enabled: open });
  const [avoidsPasskey, setAvoidsPasskey] = useState(false);
  const [avoidsCompany, setAvoidsCompany] = useState(false);
  const hasApp = factors?.authenticatorApp != null;
  const canRecover = (factors?.recoveryCodesLeft ?? 0) > 0;
  const hasCode = hasApp || canRecover;
  const hasFactor = hasApp || (factors?.passkeys ?? []).length > 0;
  const canUsePasskey =
    hasPasskeys() && factors?.passkeys.some(({ isUsable }) => isUsable) === true;
  const usesPasskey = canUsePasskey && !avoidsPasskey;
  const company = hasFactor || avoidsCompany ? undefined : (factors?.company ?? undefined);
  const how = usesPasskey
    ? 'Use a passkey'
    : company === undefined
      ? `Enter ${hasFactor ? 'a code' : 'your password'}`
      : `Sign in with ${company.name} again`;
  const form = { onCancel: () => onOpenChange(false), onProven };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      size="small"
      title="Confirm That It Is You"
      description={`You signed in a while ago. ${how} to continue.`}
    >
      {isPending ? (
        <Skeleton className="my-4 h-9" />
      ) : usesPasskey ? (
        <PasskeyProof {...form} onOther={hasCode ? () => setAvoidsPasskey(true) : undefined} />
      ) : hasFactor ? (
        <CodeForm
          {...form}
          kinds={[
            ...(hasApp ? ['code' as const] : []),
            ...(canRecover ? ['recoveryCode' as const] : []),
          ]}
        />
      ) : company === undefined ? (
        <PasswordForm {...form} />
      ) : (
        <CompanyProof
          company={company}
          onCancel={form.onCancel}
          onOther={factors?.hasPassword === true ? () => setAvoidsCompany(true) : undefined}
        />
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

/** @param kinds that the user has; the form takes a recovery code if there is none. */
function CodeForm({ onCancel, onProven, kinds }: FormProps & { kinds: readonly CodeKind[] }) {
  const send = useSend();
  const { form, kind, switchKind } = useCodeForm({
    initialKind: kinds[0] ?? 'recoveryCode',
    submit: async (code, field) => {
      const { error } = await send('POST /api/auth/proof', { body: code });
      if (error !== undefined) return formProblem(error, [field], 'The code could not be checked');
      onProven();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Confirm" onCancel={onCancel}>
      <CodeField form={form} kind={kind} recoveryHint="Each works once." />
      {kinds.length > 1 ? (
        <div>
          <Button variant="bare" size="small" onClick={switchKind}>
            {kind === 'code' ? 'Use a Recovery Code' : 'Use a Code from the App'}
          </Button>
        </div>
      ) : null}
    </DialogForm>
  );
}

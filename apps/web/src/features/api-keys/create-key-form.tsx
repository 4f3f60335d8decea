import { limits } from '@repo/contract/page-limits';
import { nameProblem } from '@repo/contract/name';
import { type Scope, scopeNames } from '@repo/contract/scopes';
import { plural } from '@repo/domain/text/plural';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formProblem } from '#lib/api/field-problems.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useHasPassword } from '#lib/proof/use-has-password.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { apiKeysKey } from './api-keys-query.ts';
import { ScopeChoice } from './scope-choice.tsx';

const DAYS = [7, 30, 90, 180, 365].filter((days) => days <= limits.maximumApiKeyDays);

type Props = {
  onCancel: () => void;
  /** Receives the whole key, which cannot be read again. */
  onCreated: (key: string) => void;
};

/** Name, scopes, expiry, and the password that confirms them, of a user who has one. */
export function CreateKeyForm({ onCancel, onCreated }: Props) {
  const client = useQueryClient();
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const hasPassword = useHasPassword();
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState(String(limits.apiKeyDays));
  const form = useForm({
    initial: { name: '', scopes: '', currentPassword: '' },
    validate: ({ name, currentPassword }) => ({
      name: nameProblem(name.trim()),
      scopes: scopes.length === 0 ? 'Choose at least one scope' : undefined,
      currentPassword:
        hasPassword && currentPassword === '' ? 'Current password is required' : undefined,
    }),
    submit: async ({ name, currentPassword }) => {
      const body = {
        name: name.trim(),
        scopes: [...scopes],
        expiresInDays: Number(days),
        currentPassword,
      };
      const result = await withProof(() => send('POST /api/auth/api-keys', { body }));
      if (result === undefined) return undefined;
      const { data, error } = result;
      if (error !== undefined) {
        const fields = ['name', 'scopes', 'currentPassword'] as const;
        return formProblem(error, fields, 'Failed to create the API key');
      }
      void client.invalidateQueries({ queryKey: apiKeysKey });
      onCreated(data.key);
      return undefined;
    },
  });
  const { error: passwordError, ...password } = form.field('currentPassword');
  return (
    <>
      <DialogForm form={form} submitLabel="Create Key" onCancel={onCancel}>
        <TextField
          {...form.field('name')}
          label="Name"
          hint="What uses the key, such as 'Weekly report'."
          maxLength={limits.nameLength}
          autoComplete="off"
          required
        />
        <ScopeChoice
          chosen={scopes}
          error={scopes.length === 0 ? form.field('scopes').error : undefined}
          disabled={form.submitting}
          onChange={(changed) => setScopes(scopeNames.filter((scope) => changed.includes(scope)))}
        />
        <FormField label="Expires">
          <Select
            value={days}
            disabled={form.submitting}
            options={DAYS.map((count) => ({
              value: String(count),
              label: `In ${plural(count, 'day')}`,
            }))}
            onValueChange={setDays}
          />
        </FormField>
        {hasPassword ? (
          <FormField
            label="Current password"
            hint="Confirms that it is you. An email tells you about each new key."
            error={passwordError}
            required
          >
            <PasswordInput {...password} autoComplete="current-password" />
          </FormField>
        ) : (
          <p className="text-grid text-muted">An email tells you about each new key.</p>
        )}
      </DialogForm>
      {proofDialog}
    </>
  );
}

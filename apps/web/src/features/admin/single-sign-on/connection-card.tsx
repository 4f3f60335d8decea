import type { SingleSignOn } from '@repo/contract/single-sign-on';
import { useState } from 'react';
import { formProblem } from '#lib/api/field-problems.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { RemoveConnectionDialog } from './remove-connection-dialog.tsx';

type Props = {
  organizationId: string;
  connection: SingleSignOn['connection'];
  afterSignOutAddress: string;
  onChanged: (next: SingleSignOn) => void;
  onRemoved: () => Promise<void>;
};

const FIELDS = ['issuer', 'clientId', 'clientSecret', 'breakGlassEmail'] as const;
const FAILURE = 'Failed to save the connection';

/** The provider and its client. The secret is never shown again. */
export function ConnectionCard({
  organizationId,
  connection,
  afterSignOutAddress,
  onChanged,
  onRemoved,
}: Props) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [isRemoving, setRemoving] = useState(false);
  const [flags, setFlags] = useState({
    isEnabled: connection?.isEnabled ?? true,
    trustsEmails: connection?.trustsEmails ?? false,
    createsUsers: connection?.createsUsers ?? false,
    isRequired: connection?.isRequired ?? false,
    signsOutThere: connection?.signsOutThere ?? false,
  });
  const form = useForm({
    initial: {
      issuer: connection?.issuer ?? '',
      clientId: connection?.clientId ?? '',
      clientSecret: '',
      breakGlassEmail: connection?.breakGlass?.email ?? '',
    },
    validate: ({ issuer, clientId, clientSecret, breakGlassEmail }) => ({
      issuer: issuer.trim() === '' ? 'Issuer is required' : undefined,
      clientId: clientId.trim() === '' ? 'Client ID is required' : undefined,
      clientSecret:
        connection === null && clientSecret.trim() === '' ? 'Client secret is required' : undefined,
      breakGlassEmail:
        flags.isRequired && breakGlassEmail.trim() === ''
          ? 'Enter the email of an administrator'
          : undefined,
    }),
    submit: async (values) => {
      const result = await withProof(() =>
        send('PUT /api/admin/organizations/{id}/sso', {
          params: { id: organizationId },
          body: { ...values, ...flags },
        }),
      );
      if (result === undefined) return undefined;
      if (result.error) {
        return formProblem(result.error, FIELDS, FAILURE);
      }
      onChanged(result.data.singleSignOn);
      form.set({ clientSecret: '' });
      toast.success('The connection was saved');
      return undefined;
    },
  });
  const { error: secretError, ...secret } = form.field('clientSecret');
  const flag = (name: keyof typeof flags) => ({
    checked: flags[name],
    disabled: form.submitting,
    onChange: () => setFlags((before) => ({ ...before, [name]: !before[name] })),
  });
  return (
    <Card
      title="Connection"
      description="The provider shows these values for the application that you registered."
      aside={connection === null ? undefined : <Badge>{connection.isEnabled ? 'On' : 'Off'}</Badge>}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormBanner error={form.error} />
        <TextField
          {...form.field('issuer')}
          label="Issuer"
          type="url"
          hint="Exactly as the provider shows it, including a slash at the end."
          placeholder="https://login.company.com"
          autoComplete="off"
          required
        />
        <TextField {...form.field('clientId')} label="Client ID" autoComplete="off" required />
        <FormField
          label="Client secret"
          error={secretError}
          required={connection === null}
          hint={connection === null ? undefined : 'Leave it empty to keep the stored one.'}
        >
          <PasswordInput {...secret} autoComplete="off" />
        </FormField>
        <Checkbox {...flag('isEnabled')} label="Allow signing in with this provider" />
        <Checkbox
          {...flag('trustsEmails')}
          label="Trust the provider’s email addresses"
          hint="For a provider that does not say which addresses it has verified. Without this, people enter their password once."
        />
        <Checkbox
          {...flag('createsUsers')}
          label="Create users at their first sign-in"
          hint="For people with an address at a verified domain. They start without a workspace."
        />
        <Checkbox
          {...flag('signsOutThere')}
          label="Sign out at the provider too"
          hint="Signing out here also ends the session there, and often those of other applications. Without this, it ends the session here."
        />
        {flags.signsOutThere ? (
          <CopyField
            label="Address after signing out"
            hint="Add it at the provider as an allowed address to return to. Otherwise people see an error there."
            value={afterSignOutAddress}
          />
        ) : null}
        {connection === null ? null : (
          <Checkbox
            {...flag('isRequired')}
            label="Require single sign-on"
            hint="People with an address at a verified domain can no longer sign in with a password or reset one. Those who did are signed out."
          />
        )}
        {flags.isRequired ? (
          <TextField
            {...form.field('breakGlassEmail')}
            label="Administrator who keeps a password"
            type="email"
            hint="Has an address at another domain, and can sign in when the provider is down. The audit log shows each time."
            autoComplete="off"
            required
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={form.submitting}>
            Save Connection
          </Button>
          {connection === null ? null : (
            <Button disabled={form.submitting} onClick={() => setRemoving(true)}>
              Remove Connection
            </Button>
          )}
        </div>
      </form>
      <RemoveConnectionDialog
        organizationId={organizationId}
        open={isRemoving}
        onOpenChange={setRemoving}
        onRemoved={onRemoved}
      />
      {proofDialog}
    </Card>
  );
}

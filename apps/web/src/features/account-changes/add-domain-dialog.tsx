import { domainProblem } from '@repo/domain/domains/domain-name';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { typedDomain } from '#lib/typed-domain.ts';
import { useForm } from '#lib/use-form.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { NamedAccount } from './merging/account-to-merge.ts';
import { readTakingAccount } from '#lib/account-edits/read-taking-account.ts';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';

type Subject = { account: { id: string; name: string } };

type Props = Subject & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The domain belongs to another account, which the user wants to merge this one with. */
  onMerge: (other: NamedAccount) => void;
};

export function AddDomainDialog({ account, open, onOpenChange, onMerge }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="Add Domain"
      description={`Another email domain of ${account.name}. Members who track it can share it, and its activities then appear in this account.`}
    >
      <AddDomainForm
        account={account}
        onDone={() => onOpenChange(false)}
        onMerge={(other) => {
          onOpenChange(false);
          onMerge(other);
        }}
      />
    </Dialog>
  );
}

type FormProps = Subject & Pick<Props, 'onMerge'> & { onDone: () => void };

function AddDomainForm({ account, onDone, onMerge }: FormProps) {
  const [taken, setTaken] = useState<NamedAccount & { typed: string }>();
  const client = useQueryClient();
  const send = useSend();
  const form = useForm({
    initial: { domain: '' },
    validate: ({ domain }) => ({ domain: domainProblem(typedDomain(domain)) }),
    submit: async ({ domain }) => {
      const { error } = await send('POST /api/accounts/{accountId}/domains', {
        params: { accountId: account.id },
        body: { domain: typedDomain(domain) },
      });
      const other = readTakingAccount(error);
      setTaken(other && { ...other, typed: domain });
      if (error !== undefined) return formProblem(error, ['domain'], 'Failed to add the domain');
      refreshAccounts(client);
      toast.success(`${typedDomain(domain)} was added to ${account.name}`);
      onDone();
      return undefined;
    },
  });
  const domain = form.field('domain');
  return (
    <DialogForm form={form} submitLabel="Add Domain" onCancel={onDone}>
      <TextField
        {...domain}
        label="Domain"
        placeholder="acme.co.uk"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {taken !== undefined && taken.typed === domain.value ? (
        <Button className="self-start" onClick={() => onMerge(taken)}>
          {`Merge with ${taken.name}...`}
        </Button>
      ) : null}
    </DialogForm>
  );
}

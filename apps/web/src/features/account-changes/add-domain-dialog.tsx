import { domainProblem } from '@repo/domain/domains/domain-name';
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

type Props = Subject & { open: boolean; onOpenChange: (open: boolean) => void };

export function AddDomainDialog({ account, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="Add Domain"
      description={`Another email domain of ${account.name}. Members who track it can share it; its activities appear in this account then.`}
    >
      <AddDomainForm account={account} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function AddDomainForm({ account, onDone }: Subject & { onDone: () => void }) {
  const client = useQueryClient();
  const send = useSend();
  const form = useForm({
    initial: { domain: '' },
    validate: ({ domain }) => ({ domain: domainProblem(domain) }),
    submit: async ({ domain }) => {
      const { error } = await send('POST /api/accounts/{accountId}/domains', {
        params: { accountId: account.id },
        body: { domain: domain.trim() },
      });
      if (error !== undefined) return formProblem(error, ['domain'], 'Failed to add the domain');
      refreshAccounts(client);
      toast.success(`${domain.trim().toLowerCase()} was added to ${account.name}`);
      onDone();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Add Domain" onCancel={onDone}>
      <TextField
        {...form.field('domain')}
        label="Domain"
        placeholder="acme.co.uk"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </DialogForm>
  );
}

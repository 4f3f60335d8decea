import { normalizeDomain } from '@repo/domain/domains/domain-name';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { PanelSection } from '#ui/layout/panel-section.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import type { NamedAccount } from './merging/account-to-merge.ts';
import { LazyMergeDialog } from './merging/lazy-merge-dialog.tsx';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';

type Props = { account: { id: string; name: string; domains: readonly string[] } };

/** The domains of an account beside the primary one, which its facts show, and what can be done with each. */
export function AccountDomains({ account }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const removal = useDialogSubject<string>();
  const merging = useDialogSubject<NamedAccount>();
  const { id: accountId, name } = account;
  const others = account.domains.slice(1);
  const client = useQueryClient();
  const primary = useMutation({
    mutationFn: (domain: string) =>
      apiRequestOrThrow('PUT /api/accounts/{accountId}/primary-domain', {
        params: { accountId },
        body: { domain },
      }),
    onSuccess: (_, domain) => {
      refreshAccounts(client);
      toast.success(`${domain} is the primary domain now`);
    },
    onError: (error) =>
      toast.error('Failed to change the primary domain', {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
  return (
    <PanelSection
      title="Other Domains"
      action={
        <Button
          size="small"
          variant="bare"
          aria-label="Add domain"
          onClick={() => setIsAdding(true)}
        >
          Add
        </Button>
      }
    >
      {others.length === 0 ? <p className="text-muted">None</p> : null}
      <ul aria-label={`Other domains of ${name}`} className="flex flex-col gap-1">
        {others.map((domain) => (
          <li key={domain} className="flex h-7 items-center gap-2">
            <span dir="auto" className="min-w-0 truncate">
              {domain}
            </span>
            <DropdownMenu>
              <DropdownMenuTrigger>
                <Button
                  size="small"
                  variant="bare"
                  shape="square"
                  className="ml-auto"
                  aria-label={`Actions for ${domain}`}
                >
                  <MoreHorizontal aria-hidden />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent align="end" aria-label={`Actions for ${domain}`}>
                <DropdownMenuItem
                  icon={<Star aria-hidden />}
                  onSelect={() => primary.mutate(domain)}
                >
                  Make Primary
                </DropdownMenuItem>
                <DropdownMenuItem
                  destructive
                  icon={<Trash2 aria-hidden />}
                  onSelect={() => removal.show(domain)}
                >
                  Remove...
                </DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
          </li>
        ))}
      </ul>
      <AddDomainDialog
        account={account}
        open={isAdding}
        onOpenChange={setIsAdding}
        onMerge={merging.show}
      />
      <LazyMergeDialog
        account={account}
        other={merging.subject}
        open={merging.open}
        onOpenChange={merging.onOpenChange}
      />
      <RemoveDomainDialog
        account={account}
        domain={removal.subject ?? ''}
        open={removal.open}
        onOpenChange={removal.onOpenChange}
      />
    </PanelSection>
  );
}

type RemoveProps = Props & {
  domain: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function RemoveDomainDialog({ account, domain, open, onOpenChange }: RemoveProps) {
  const client = useQueryClient();
  const { id: accountId, name } = account;
  const removal = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/accounts/{accountId}/domains/{domain}', {
        params: { accountId, domain: normalizeDomain(domain) ?? domain },
      }),
    onSuccess: () => {
      onOpenChange(false);
      refreshAccounts(client);
      toast.success(`${domain} was removed from ${name}`);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        removal.reset();
        onOpenChange(next);
      }}
      destructive
      title={`Remove ${domain}?`}
      description={`Members’ shares of ${domain} with ${name} end. Activities that were there only through these shares disappear from the account.`}
      confirmLabel="Remove Domain"
      loading={removal.isPending}
      error={
        removal.error === null
          ? undefined
          : failureMessage(removal.error, 'Failed to remove the domain')
      }
      onConfirm={() => removal.mutate()}
    >
      <p className="text-grid text-muted">
        Captured activities stay with the people who captured them. The domain can be used for
        another account.
      </p>
    </ConfirmDialog>
  );
}

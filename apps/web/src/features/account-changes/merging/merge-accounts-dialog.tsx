import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Dialog, DialogBody, DialogFooter, useBusyDialog } from '#ui/overlays/dialog.tsx';
import { forgetAccounts, refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { AccountChooser } from './account-chooser.tsx';
import { accountToMergeQuery, type NamedAccount } from './account-to-merge.ts';
import { MergePreview } from './merge-preview.tsx';

type Subject = {
  /** The account on the open page. */
  account: NamedAccount;
  /** The one to merge it with; absent if the user is to choose it. */
  other?: NamedAccount | undefined;
};

export type MergeAccountsDialogProps = Subject & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Merges an account with another one of its workspace: which one, which of them stays, and what follows. */
export function MergeAccountsDialog({ open, onOpenChange, ...subject }: MergeAccountsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Merge Accounts"
      description={`${subject.account.name} and another account of the workspace become one.`}
    >
      <MergeForm {...subject} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function MergeForm({ account, other, onClose }: Subject & { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(other);
  const [confirmed, setConfirmed] = useState(other !== undefined);
  if (chosen !== undefined && confirmed) {
    const onBack = other === undefined ? () => setConfirmed(false) : undefined;
    return <MergeStep account={account} other={chosen} onBack={onBack} onClose={onClose} />;
  }
  return (
    <form
      noValidate
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        setConfirmed(chosen !== undefined);
      }}
    >
      <DialogBody>
        <AccountChooser
          account={account}
          search={search}
          onSearchChange={setSearch}
          chosen={chosen}
          onChoose={setChosen}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={chosen === undefined}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  );
}

type StepProps = {
  account: NamedAccount;
  other: NamedAccount;
  onBack: (() => void) | undefined;
  onClose: () => void;
};

function MergeStep({ account, other, onBack, onClose }: StepProps) {
  const [stayingId, setStayingId] = useState(other.id);
  const [first, second] = useQueries({
    queries: [accountToMergeQuery(account), accountToMergeQuery(other)],
  });
  const merge = useMerge(account, onClose);
  useBusyDialog(merge.isPending);
  const error = first.error ?? second.error;
  const accounts =
    first.data === undefined || second.data === undefined
      ? undefined
      : ([first.data, second.data] as const);
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-3">
          {merge.error === null ? null : (
            <Banner kind="error">
              {failureMessage(merge.error, 'Failed to merge the accounts')}
            </Banner>
          )}
          {accounts !== undefined ? (
            <MergePreview
              accounts={accounts}
              stayingId={stayingId}
              disabled={merge.isPending}
              onStayingChange={setStayingId}
            />
          ) : error === null ? (
            <LoadingState label="Loading both accounts..." />
          ) : (
            <FailureBanner
              retrying={first.isFetching || second.isFetching}
              onRetry={() => void Promise.all([first.refetch(), second.refetch()])}
            >
              {failureMessage(error, 'Failed to load the accounts')}
            </FailureBanner>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={merge.isPending} onClick={onBack ?? onClose}>
          {onBack === undefined ? 'Cancel' : 'Back'}
        </Button>
        <Button
          variant="destructive"
          disabled={accounts === undefined}
          loading={merge.isPending}
          onClick={() => {
            const staying = accounts?.find(({ id }) => id === stayingId);
            const gone = accounts?.find(({ id }) => id !== stayingId);
            if (staying !== undefined && gone !== undefined) merge.mutate({ gone, staying });
          }}
        >
          Merge Accounts
        </Button>
      </DialogFooter>
    </>
  );
}

/** Merges, and goes to the page of the account that stays. */
function useMerge(account: NamedAccount, onMerged: () => void) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ gone, staying }: { gone: NamedAccount; staying: NamedAccount }) =>
      apiRequestOrThrow('POST /api/accounts/{accountId}/merge', {
        params: { accountId: gone.id },
        body: { intoAccountId: staying.id },
      }),
    onSuccess: async (_, { gone, staying }) => {
      onMerged();
      if (staying.id === account.id) refreshAccounts(client);
      else {
        forgetAccounts(client);
        await navigate(workspacePath(workspace, `accounts/${encodeURIComponent(staying.id)}`), {
          replace: true,
        });
      }
      toast.success(`${gone.name} was merged into ${staying.name}`, {
        description: 'Many activities may take a few minutes to appear.',
      });
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { sharedAgainText } from '../shared-again-text.ts';
import type { NamedAccount } from './account-to-merge.ts';

type Props = {
  /** The deleted one. */
  account: NamedAccount;
  /** The account that has its domain. */
  into: NamedAccount | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Merges a deleted account into the account that has its domain, when it cannot be restored. */
export function MergeDeletedDialog({ account, into, open, onOpenChange }: Props) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const { id: accountId, name } = account;
  const intoName = into?.name ?? '';
  const merge = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge', {
        params: { workspaceId, accountId },
        body: { intoAccountId: into?.id ?? '' },
      }),
    onSuccess: ({ sharedAgain }) => {
      onOpenChange(false);
      refreshAccounts(client);
      toast.success(`${name} was merged into ${intoName}`, {
        description: sharedAgainText(sharedAgain),
      });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        merge.reset();
        onOpenChange(next);
      }}
      destructive
      title={`Merge ${name} into ${intoName}?`}
      description={`${name} cannot be restored: its domain belongs to ${intoName} now.`}
      confirmLabel="Merge Accounts"
      loading={merge.isPending}
      error={
        merge.error === null
          ? undefined
          : failureMessage(merge.error, 'Failed to merge the accounts')
      }
      onConfirm={() => merge.mutate()}
    >
      <ul className="flex list-disc flex-col gap-1 pl-4 text-grid text-muted">
        <li>{`${intoName} gets its other domains that are still free, its note, and its owner if it has none.`}</li>
        <li>{`The shares that ended with ${name} begin again with ${intoName}.`}</li>
        <li>{`Links to ${name} lead to ${intoName}. Merging cannot be undone.`}</li>
      </ul>
    </ConfirmDialog>
  );
}

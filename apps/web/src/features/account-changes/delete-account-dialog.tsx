import { limits } from '@repo/contract/page-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { forgetAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { useRestoreAccount } from './use-restore-account.ts';

type Props = {
  account: { id: string; name: string; domain: string | undefined };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The account is gone, and so is its cached data. */
  onDeleted: () => void;
};

/** Says what leaves the workspace with the account, what stays, and until when it can be undone. */
export function DeleteAccountDialog({ account, open, onOpenChange, onDeleted }: Props) {
  const { id: workspaceId, name: workspaceName } = useWorkspace();
  const client = useQueryClient();
  const restore = useRestoreAccount();
  const { id: accountId, name } = account;
  const domain = account.domain ?? 'Its domain';
  const deletion = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/accounts/{accountId}', { params: { accountId } }),
    onSuccess: () => {
      onOpenChange(false);
      forgetAccounts(client);
      onDeleted();
      toast.success(`${name} was deleted`, {
        description: `It can be restored for ${limits.restorableDays} days.`,
        action: {
          label: 'Undo',
          onClick: () => restore.mutate({ workspaceId, accountId, name }),
        },
      });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={`Delete ${name}?`}
      description={`It disappears from ${workspaceName} for everyone, with all activities that members share there.`}
      confirmLabel="Delete Account"
      loading={deletion.isPending}
      error={
        deletion.error === null
          ? undefined
          : failureMessage(deletion.error, 'Failed to delete account')
      }
      onConfirm={() => deletion.mutate()}
    >
      <ul className="flex list-disc flex-col gap-1 pl-4 text-grid text-muted">
        <li>
          Everyone’s shares with it end. The captured emails, meetings and calls stay with the
          people who captured them, and so do their tracked domains.
        </li>
        <li>{`${domain} is free for a new account.`}</li>
        <li>{`Any member can restore the account, with its shares, for ${limits.restorableDays} days.`}</li>
      </ul>
    </ConfirmDialog>
  );
}

import { limits } from '@repo/contract/page-limits';
import { plural } from '@repo/domain/text/plural';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Star, Tag, Trash2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { BulkFailures, RunningBulk } from '#lib/bulk/bulk-progress.tsx';
import { changeFavourites } from '#lib/own-accounts/change-own-accounts.ts';
import { ChooseMember } from '#lib/members/choose-member.tsx';
import { ChooseTag } from '#lib/tags/choose-tag.tsx';
import { Button } from '#ui/forms/button.tsx';
import { SelectionToolbar } from '#ui/layout/selection-toolbar.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { NamedAccount } from './account-acts.ts';
import { useAccountActions } from './use-account-actions.ts';

export type AccountSelectionBarProps = {
  workspace: { id: string; name: string };
  selected: readonly NamedAccount[];
  total: number;
  onSelectAll: () => void;
  isSelectingAll: boolean;
  onClear: () => void;
  onExport: () => void;
  isExporting: boolean;
  onChanged: () => void;
  onDeleted: (accounts: readonly NamedAccount[]) => void;
};

type Dialog = 'owner' | 'tag' | 'delete';

/** The actions on the selected accounts, their progress, and their failures. */
export function AccountSelectionBar(props: AccountSelectionBarProps) {
  const { workspace, selected, onChanged, onDeleted } = props;
  const actions = useAccountActions({ workspaceId: workspace.id, onChanged, onDeleted });
  const [dialog, setDialog] = useState<Dialog>();
  const close = (open: boolean) => {
    if (!open) setDialog(undefined);
  };
  const { progress, failed } = actions;
  if (selected.length === 0 && progress === undefined && failed === undefined) return null;
  return (
    <div className="mt-auto flex shrink-0 flex-col items-center gap-2 border-t border-line bg-subtle px-3 py-2">
      {failed === undefined ? null : (
        <BulkFailures {...failed} verb="changed" onDismiss={actions.dismissFailed} />
      )}
      {progress !== undefined ? (
        <RunningBulk {...progress} onStop={actions.stop} />
      ) : selected.length === 0 ? null : (
        <Actions {...props} onOpen={setDialog} />
      )}
      <ChooseMember
        workspaceId={workspace.id}
        label={`Owner of ${plural(selected.length, 'account')}`}
        open={dialog === 'owner'}
        onOpenChange={close}
        hasNoOne
        onChoose={(member) => void actions.setOwner(selected, member)}
      />
      <ChooseTag
        workspaceId={workspace.id}
        label={`Tags of ${plural(selected.length, 'account')}`}
        open={dialog === 'tag'}
        onOpenChange={close}
        onChoose={(tag, isOn) => void actions.setTag(selected, tag, isOn)}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        destructive
        title={`Delete ${plural(selected.length, 'account')}?`}
        description={`They disappear from ${workspace.name} for everyone, with all activities that members share there. Everyone’s shares with them end.`}
        confirmLabel={selected.length === 1 ? 'Delete Account' : 'Delete Accounts'}
        onConfirm={() => {
          setDialog(undefined);
          void actions.remove(selected);
        }}
      >
        <p className="text-grid text-muted">
          {`Any member can restore them, with their shares, for ${limits.restorableDays} days.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}

type ActionsProps = AccountSelectionBarProps & { onOpen: (dialog: Dialog) => void };

function Actions({
  workspace,
  selected,
  total,
  onSelectAll,
  isSelectingAll,
  onClear,
  onExport,
  isExporting,
  onOpen,
}: ActionsProps) {
  const client = useQueryClient();
  const selectable = Math.min(total, limits.selectedAccounts);
  return (
    <SelectionToolbar label="Selected accounts" count={selected.length} onClear={onClear}>
      {selected.length < selectable ? (
        <Button size="small" variant="bare" loading={isSelectingAll} onClick={onSelectAll}>
          <span className="max-sm:sr-only">Select</span>
          {`${selectable < total ? 'first' : 'all'} ${selectable.toLocaleString('en')}`}
        </Button>
      ) : null}
      <Button size="small" onClick={() => onOpen('owner')}>
        <UserRoundCheck aria-hidden className="max-sm:hidden" />
        Set Owner
      </Button>
      <Button size="small" onClick={() => onOpen('tag')}>
        <Tag aria-hidden className="max-sm:hidden" />
        Tag
      </Button>
      <Button
        size="small"
        onClick={() =>
          void changeFavourites(client, workspace.id, { accounts: selected, isFavourite: true })
        }
      >
        <Star aria-hidden className="max-sm:hidden" />
        Favourite
      </Button>
      <Button size="small" loading={isExporting} onClick={onExport}>
        <Download aria-hidden className="max-sm:hidden" />
        Export
      </Button>
      <Button size="small" onClick={() => onOpen('delete')}>
        <Trash2 aria-hidden className="max-sm:hidden" />
        Delete
      </Button>
    </SelectionToolbar>
  );
}

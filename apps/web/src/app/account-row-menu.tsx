import { useQueryClient } from '@tanstack/react-query';
import {
  Copy,
  ExternalLink,
  Link2,
  Pencil,
  SquareCheck,
  SquareArrowOutUpRight,
  Star,
  StarOff,
  Tag,
  Trash2,
  UserRoundCheck,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeleteAccountDialog } from '#features/account-changes/delete-account-dialog.tsx';
import { RenameAccountDialog } from '#features/account-changes/rename-account-dialog.tsx';
import { useAccountActions } from '#features/account-selection/use-account-actions.ts';
import { ChooseMember } from '#lib/members/choose-member.tsx';
import { changeFavourites } from '#lib/own-accounts/change-own-accounts.ts';
import { useOwnAccounts } from '#lib/own-accounts/own-accounts.ts';
import { ChooseTag } from '#lib/tags/choose-tag.tsx';
import type { Tag as AccountTag } from '#lib/tags/read-tags.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { copyToClipboard } from '#ui/forms/copy-to-clipboard.ts';
import { DropdownMenuItem, DropdownMenuSeparator } from '#ui/overlays/dropdown-menu.tsx';
import { MenuAt } from '#ui/overlays/menu-at.tsx';
import { AccountCellEditor } from './account-cell-editor.tsx';

export type AccountRowMenuProps = {
  account: {
    id: string;
    name: string;
    domain: string | undefined;
    note: string;
    tags: readonly AccountTag[];
  };
  point: { x: number; y: number };
  /** The cell whose value is edited in place of the menu. */
  edited?: HTMLElement | undefined;
  isSelected: boolean;
  onToggleSelected: () => void;
  /** Shows the accounts as they are now. */
  onChanged: () => void;
};

type Dialog = 'owner' | 'tag' | 'rename' | 'delete';

/** The actions on one account of the grid, or the editor of one of its cells. */
export function AccountRowMenu({ edited, ...props }: AccountRowMenuProps) {
  return edited === undefined ? (
    <RowMenu {...props} />
  ) : (
    <AccountCellEditor cell={edited} {...props} />
  );
}

function RowMenu(props: Omit<AccountRowMenuProps, 'edited'>) {
  const { account, point, isSelected, onToggleSelected, onChanged } = props;
  const workspace = useWorkspace();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>();
  const close = (open: boolean) => {
    if (!open) setDialog(undefined);
  };
  const { setOwner, setTag } = useAccountActions({
    workspaceId: workspace.id,
    onChanged,
    onDeleted: onChanged,
  });
  const { favourites } = useOwnAccounts(workspace.id);
  const isFavourite = favourites.some(({ id }) => id === account.id);
  const path = workspacePath(workspace, `accounts/${encodeURIComponent(account.id)}`);
  const { domain } = account;
  return (
    <>
      <MenuAt label={`Actions for ${account.name}`} point={point}>
        <DropdownMenuItem asChild>
          <Link to={path}>
            <SquareArrowOutUpRight aria-hidden />
            Open
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={path} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            Open in New Tab
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={<Link2 aria-hidden />}
          onSelect={() => void copy(new URL(path, location.href).href, 'Link')}
        >
          Copy Link
        </DropdownMenuItem>
        {domain === undefined ? null : (
          <DropdownMenuItem
            icon={<Copy aria-hidden />}
            onSelect={() => void copy(domain, 'Domain')}
          >
            Copy Domain
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<SquareCheck aria-hidden />} onSelect={onToggleSelected}>
          {isSelected ? 'Deselect' : 'Select'}
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={isFavourite ? <StarOff aria-hidden /> : <Star aria-hidden />}
          onSelect={() =>
            void changeFavourites(client, workspace.id, {
              accounts: [account],
              isFavourite: !isFavourite,
            })
          }
        >
          {isFavourite ? 'Remove from Favourites' : 'Add to Favourites'}
        </DropdownMenuItem>
        <DropdownMenuItem icon={<UserRoundCheck aria-hidden />} onSelect={() => setDialog('owner')}>
          Set Owner...
        </DropdownMenuItem>
        <DropdownMenuItem icon={<Tag aria-hidden />} onSelect={() => setDialog('tag')}>
          Tag...
        </DropdownMenuItem>
        <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('rename')}>
          Rename...
        </DropdownMenuItem>
        <DropdownMenuItem
          destructive
          icon={<Trash2 aria-hidden />}
          onSelect={() => setDialog('delete')}
        >
          Delete...
        </DropdownMenuItem>
      </MenuAt>
      <ChooseMember
        workspaceId={workspace.id}
        label={`Owner of ${account.name}`}
        open={dialog === 'owner'}
        onOpenChange={close}
        hasNoOne
        onChoose={(member) => void setOwner([account], member)}
      />
      <ChooseTag
        workspaceId={workspace.id}
        label={`Tags of ${account.name}`}
        open={dialog === 'tag'}
        onOpenChange={close}
        onChoose={(tag, isOn) => void setTag([account], tag, isOn)}
      />
      <RenameAccountDialog account={account} open={dialog === 'rename'} onOpenChange={close} />
      <DeleteAccountDialog
        account={account}
        open={dialog === 'delete'}
        onOpenChange={close}
        onDeleted={onChanged}
      />
    </>
  );
}

const copy = (text: string, what: string) =>
  copyToClipboard(text, {
    copied: `${what} copied to clipboard`,
    failed: 'Failed to copy to clipboard',
  });

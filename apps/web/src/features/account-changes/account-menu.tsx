import { Gavel, History, Merge, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { LegalHoldDialog } from './legal-hold-dialog.tsx';
import { LazyMergeDialog } from './merging/lazy-merge-dialog.tsx';
import { RenameAccountDialog } from './rename-account-dialog.tsx';

type Props = {
  account: {
    id: string;
    name: string;
    domain: string | undefined;
    heldSince: Date | undefined;
  };
  /** The account is gone, and so is its cached data. */
  onDeleted: () => void;
};

/** The actions on an account: any member renames, merges and deletes it, and an owner holds it. */
export function AccountMenu({ account, onDeleted }: Props) {
  const workspace = useWorkspace();
  const [dialog, setDialog] = useState<'rename' | 'merge' | 'hold' | 'delete'>();
  // The other account is found by a search at the server.
  const canMerge = isFullServer();
  const close = () => setDialog(undefined);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button size="small" shape="square" aria-label={`Actions for ${account.name}`}>
            <MoreHorizontal aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" aria-label={`Actions for ${account.name}`}>
          <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('rename')}>
            Rename...
          </DropdownMenuItem>
          {canMerge ? (
            <DropdownMenuItem icon={<Merge aria-hidden />} onSelect={() => setDialog('merge')}>
              Merge...
            </DropdownMenuItem>
          ) : null}
          {isFullServer() && workspace.role === 'owner' ? (
            <DropdownMenuItem icon={<Gavel aria-hidden />} onSelect={() => setDialog('hold')}>
              Legal Hold...
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem
            destructive
            icon={<Trash2 aria-hidden />}
            onSelect={() => setDialog('delete')}
          >
            Delete...
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link to={workspacePath(workspace, 'deleted-accounts')}>
              <History aria-hidden />
              Recently Deleted
            </Link>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <RenameAccountDialog
        account={account}
        open={dialog === 'rename'}
        onOpenChange={(open) => open || close()}
      />
      <LazyMergeDialog
        account={account}
        open={dialog === 'merge'}
        onOpenChange={(open) => open || close()}
      />
      <LegalHoldDialog
        account={account}
        open={dialog === 'hold'}
        onOpenChange={(open) => open || close()}
      />
      <DeleteAccountDialog
        account={account}
        open={dialog === 'delete'}
        onOpenChange={(open) => open || close()}
        onDeleted={onDeleted}
      />
    </>
  );
}

import { History, Merge, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
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
import { LazyMergeDialog } from './merging/lazy-merge-dialog.tsx';
import { RenameAccountDialog } from './rename-account-dialog.tsx';

type Props = {
  account: { id: string; name: string; domain: string | undefined };
  /** The account is gone, and so is its cached data. */
  onDeleted: () => void;
};

/** The actions of any member on an account: rename, merge and delete it. */
export function AccountMenu({ account, onDeleted }: Props) {
  const workspace = useWorkspace();
  const [dialog, setDialog] = useState<'rename' | 'merge' | 'delete'>();
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
      <DeleteAccountDialog
        account={account}
        open={dialog === 'delete'}
        onOpenChange={(open) => open || close()}
        onDeleted={onDeleted}
      />
    </>
  );
}

import type { SavedView } from '@repo/contract/saved-views';
import type { Workspace } from '@repo/contract/workspaces';
import { Copy, Link, Lock, MoreHorizontal, Pencil, Share2, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { copyToClipboard } from '#ui/forms/copy-to-clipboard.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { useViewActions } from './use-view-actions.ts';
import { ViewDialog } from './view-dialog.tsx';

type Props = { workspace: Workspace; view: SavedView };

/** The actions on the open view. */
export function ViewActions({ workspace, view }: Props) {
  const navigate = useNavigate();
  const { change, choose } = useViewActions(workspace);
  const [dialog, setDialog] = useState<'rename' | 'duplicate' | 'delete'>();
  const close = (open: boolean) => open || setDialog(undefined);
  const label = `Actions for the view ${view.name}`;
  const link = `${window.location.origin}${workspacePath(workspace)}?view=${view.id}`;
  const share = (isShared: boolean) =>
    change.mutate({
      view,
      change: { isShared },
      done: isShared
        ? `Everyone in ${workspace.name} can open ${view.name}`
        : `${view.name} is private now`,
    });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button
            size="small"
            variant="bare"
            shape="square"
            aria-label={label}
            loading={change.isPending || choose.isPending}
          >
            <MoreHorizontal aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent aria-label={label}>
          {view.canChange ? (
            <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('rename')}>
              Rename...
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem icon={<Copy aria-hidden />} onSelect={() => setDialog('duplicate')}>
            Duplicate...
          </DropdownMenuItem>
          <DropdownMenuItem
            icon={<Link aria-hidden />}
            onSelect={() => void copyToClipboard(link, { copied: 'Link copied' })}
          >
            Copy Link
          </DropdownMenuItem>
          <DropdownMenuItem
            icon={<Star aria-hidden />}
            onSelect={() => choose.mutate({ view, isDefault: !view.isDefault })}
          >
            {view.isDefault ? 'Stop Opening by Default' : 'Open by Default'}
          </DropdownMenuItem>
          {view.isOwn ? (
            <DropdownMenuItem
              icon={view.isShared ? <Lock aria-hidden /> : <Share2 aria-hidden />}
              onSelect={() => share(!view.isShared)}
            >
              {view.isShared ? 'Make Private' : `Share with ${workspace.name}`}
            </DropdownMenuItem>
          ) : null}
          {view.canChange ? (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem
                destructive
                icon={<Trash2 aria-hidden />}
                onSelect={() => setDialog('delete')}
              >
                Delete...
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      <ViewDialog
        workspace={workspace}
        subject={{ renamed: view }}
        open={dialog === 'rename'}
        onOpenChange={close}
      />
      <ViewDialog
        workspace={workspace}
        subject={{ state: view.state, name: `Copy of ${view.name}`.slice(0, 200) }}
        open={dialog === 'duplicate'}
        onOpenChange={close}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        destructive
        title="Delete View"
        description={
          view.isShared
            ? `${view.name} is deleted for everyone in ${workspace.name}. The accounts stay as they are.`
            : `${view.name} is deleted. The accounts stay as they are.`
        }
        confirmLabel="Delete"
        loading={change.isPending}
        onConfirm={() =>
          change.mutate(
            { view, change: undefined, done: `Deleted ${view.name}` },
            {
              onSuccess: () => {
                setDialog(undefined);
                void navigate('?', { replace: true });
              },
            },
          )
        }
      />
    </>
  );
}

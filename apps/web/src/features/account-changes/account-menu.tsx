import { History, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { workspacePath } from '../../lib/workspaces/workspace-path.ts';
import { Button } from '../../ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { RenameAccountDialog } from './rename-account-dialog.tsx';

type Props = {
  account: { id: string; name: string; domain: string | undefined };
  /** Where the menu opens at once, in place of a button of its own. */
  at?: { left: number; bottom: number } | undefined;
  /** The menu and its dialogs are closed. */
  onClosed?: () => void;
  /** The account was renamed or restored. */
  onChanged?: () => void;
  onDeleted?: () => void;
};

/** What any member can do with an account: rename and delete it. */
export function AccountMenu({ account, at, onClosed, onChanged, onDeleted }: Props) {
  const workspace = useWorkspace();
  const [isOpen, setIsOpen] = useState(at !== undefined);
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const leadsOn = useRef(false);
  const show = (next: 'rename' | 'delete') => {
    leadsOn.current = true;
    setDialog(next);
  };
  const close = () => {
    setDialog(undefined);
    leadsOn.current = false;
    onClosed?.();
  };
  return (
    <>
      <DropdownMenu open={isOpen} onOpenChange={setIsOpen}>
        <DropdownMenuTrigger>
          {at === undefined ? <MenuButton name={account.name} /> : <Anchor {...at} />}
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align={at === undefined ? 'end' : 'start'}
          aria-label={`Actions for ${account.name}`}
          onCloseAutoFocus={(event) => {
            if (at === undefined) return;
            event.preventDefault();
            if (!leadsOn.current) close();
          }}
        >
          <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={() => show('rename')}>
            Rename...
          </DropdownMenuItem>
          <DropdownMenuItem
            destructive
            icon={<Trash2 aria-hidden />}
            onSelect={() => show('delete')}
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
        onRenamed={onChanged}
      />
      <DeleteAccountDialog
        account={account}
        open={dialog === 'delete'}
        onOpenChange={(open) => open || close()}
        onDeleted={onDeleted}
        onRestored={onChanged}
      />
    </>
  );
}

function MenuButton({ name, ...rest }: { name: string }): ReactNode {
  return (
    <Button size="small" shape="square" aria-label={`Actions for ${name}`} {...rest}>
      <MoreHorizontal aria-hidden />
    </Button>
  );
}

function Anchor({ left, bottom, ...rest }: { left: number; bottom: number }): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className="pointer-events-none fixed size-0 opacity-0"
      style={{ left, top: bottom }}
      {...rest}
    />
  );
}

import type { Workspace } from '@repo/contract/workspaces';
import { Ellipsis, FileUp, Tag, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';

/** The pages about the accounts of a workspace that are opened now and then. */
export function MoreMenu({ workspace }: { workspace: Workspace }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button size="small" variant="bare" shape="square" aria-label="More about accounts">
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <Link to={workspacePath(workspace, 'import-accounts')}>
            <FileUp aria-hidden />
            Import from CSV
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to={workspacePath(workspace, 'tags')}>
            <Tag aria-hidden />
            Tags
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to={workspacePath(workspace, 'deleted-accounts')}>
            <Trash2 aria-hidden />
            Recently Deleted
          </Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

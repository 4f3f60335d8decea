import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, Settings, Users } from 'lucide-react';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { findWorkspace } from './find-workspace.ts';
import { useWorkspaceAddress } from './use-workspace-address.ts';
import { WorkspaceMenuItems } from './workspace-menu-items.tsx';

/** Names the organization and the workspace that the page is in, and leads to the others. */
export function WorkspaceSwitcher() {
  const { data: workspaces } = useQuery(workspacesQuery);
  const address = useWorkspaceAddress();
  const workspace = findWorkspace(workspaces, address);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="bare" size="small" className="max-w-full min-w-0 shrink">
          <span className="truncate max-sm:hidden">
            {workspace?.organization.name ?? address.orgSlug}
          </span>
          <span aria-hidden className="text-faint max-sm:hidden">
            /
          </span>
          <span className="truncate text-ink">{workspace?.name ?? address.workspaceSlug}</span>
          <ChevronsUpDown aria-hidden className="text-faint" />
          <span className="sr-only">Switch workspace</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <WorkspaceMenuItems />
        {workspace === undefined || !isFullServer() ? null : (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem asChild>
              <Link to={workspacePath(workspace, 'members')}>
                <Users aria-hidden />
                Members
              </Link>
            </DropdownMenuItem>
            {isFullServer() ? (
              <DropdownMenuItem asChild>
                <Link to={workspacePath(workspace, 'settings')}>
                  <Settings aria-hidden />
                  Workspace Settings
                </Link>
              </DropdownMenuItem>
            ) : null}
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { groupByOrganization } from '#lib/workspaces/group-by-organization.ts';
import { limitWorkspaces } from '#lib/workspaces/limit-workspaces.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import {
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuNote,
} from '#ui/overlays/dropdown-menu.tsx';
import { storeActiveWorkspace } from './active-workspace.ts';
import { findWorkspace } from './find-workspace.ts';
import { useWorkspaceAddress } from './use-workspace-address.ts';

/** The workspaces to switch to, under their organizations, as the content of a menu. */
export function WorkspaceMenuItems() {
  const { data: workspaces, isPending } = useQuery(workspacesQuery);
  const current = findWorkspace(workspaces, useWorkspaceAddress());
  const navigate = useNavigate();
  if (isPending) return <DropdownMenuNote>Loading workspaces...</DropdownMenuNote>;
  if (workspaces === undefined || workspaces.length === 0) {
    return <DropdownMenuNote>No workspaces available</DropdownMenuNote>;
  }
  const { listed, note } = limitWorkspaces(workspaces, current?.id);
  const groups = groupByOrganization(listed).map(({ organization, workspaces }) => (
    <DropdownMenuGroup key={organization.id} aria-label={organization.name}>
      <DropdownMenuLabel>{organization.name}</DropdownMenuLabel>
      {workspaces.map((workspace) => (
        <DropdownMenuItem
          key={workspace.id}
          checked={workspace.id === current?.id}
          onSelect={() => {
            storeActiveWorkspace(workspace);
            void navigate(workspacePath(workspace));
          }}
        >
          {workspace.name}
        </DropdownMenuItem>
      ))}
    </DropdownMenuGroup>
  ));
  return (
    <>
      {groups}
      {note === undefined ? null : <DropdownMenuNote>{note}</DropdownMenuNote>}
    </>
  );
}

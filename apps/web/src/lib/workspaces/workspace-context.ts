import type { Workspace } from '@repo/contract/workspaces';
import { createContext, use } from 'react';

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace that the address names. Throws on a page outside of a workspace. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (workspace === undefined) {
    throw new Error('useWorkspace was called on a page that is not under a workspace.');
  }
  return workspace;
}

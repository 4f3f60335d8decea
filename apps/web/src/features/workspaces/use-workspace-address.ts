import { useMatches } from 'react-router';
import type { WorkspaceAddress } from './find-workspace.ts';

/** The slugs in the page's address; also for components outside the page, such as the top bar. */
export function useWorkspaceAddress(): Partial<WorkspaceAddress> {
  return useMatches().at(-1)?.params ?? {};
}

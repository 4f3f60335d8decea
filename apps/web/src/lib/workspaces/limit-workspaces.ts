import { plural } from '@repo/domain/text/plural';
import type { Workspace } from '@repo/contract/workspaces';

/** A menu renders all of its entries; more than this would block the page. */
const MAX_LISTED = 300;

/** The first workspaces and the one in use, and a note where there are more. */
export function limitWorkspaces(
  workspaces: readonly Workspace[],
  currentId: string | undefined,
): { listed: readonly Workspace[]; note: string | undefined } {
  if (workspaces.length <= MAX_LISTED) return { listed: workspaces, note: undefined };
  const listed = workspaces.filter(({ id }, index) => index < MAX_LISTED || id === currentId);
  const some = listed.length.toLocaleString('en');
  return { listed, note: `Showing ${some} of ${plural(workspaces.length, 'workspace')}` };
}

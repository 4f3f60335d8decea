import type { Workspace } from '@repo/contract/workspaces';

/** A workspace as the address of its pages names it. */
export type WorkspaceAddress = { orgSlug: string; workspaceSlug: string };

export function findWorkspace(
  workspaces: readonly Workspace[] | undefined,
  { orgSlug, workspaceSlug }: Partial<WorkspaceAddress>,
): Workspace | undefined {
  return workspaces?.find(
    ({ slug, organization }) => slug === workspaceSlug && organization.slug === orgSlug,
  );
}

import type { Workspace } from '@repo/contract/workspaces';

/** The page that a workspace opens with. */
export const DEFAULT_WORKSPACE_PAGE = 'accounts';

type Addressed = { slug: string; organization: Pick<Workspace['organization'], 'slug'> };

/** The address of a page of a workspace: `/{orgSlug}/{workspaceSlug}/{page}`. */
export function workspacePath(workspace: Addressed, page: string = DEFAULT_WORKSPACE_PAGE): string {
  const { slug, organization } = workspace;
  return `/${encodeURIComponent(organization.slug)}/${encodeURIComponent(slug)}/${page}`;
}

import { TagsPage } from '#features/tags/tags-page.tsx';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  useWorkspacePageTitle('Tags');
  return <TagsPage key={id} />;
}

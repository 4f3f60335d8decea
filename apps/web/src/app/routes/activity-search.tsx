import { SearchPage } from '#features/activity-search/search-page.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  return <SearchPage key={id} />;
}

import { WorkspacePeoplePage } from '#features/people/workspace-people-page.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  return <WorkspacePeoplePage key={id} />;
}

import { QuietPeoplePage } from '#features/people/quiet-people-page.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  return <QuietPeoplePage key={id} />;
}

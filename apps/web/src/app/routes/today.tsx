import { TodayPage } from '#features/today/today-page.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  return <TodayPage key={id} />;
}

import { DefaultWorkspaceRedirect } from '#features/workspaces/default-workspace-redirect.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Home');
  return <DefaultWorkspaceRedirect />;
}

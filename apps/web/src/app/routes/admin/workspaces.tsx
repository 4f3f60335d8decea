import { WorkspacesPage } from '#features/admin/workspaces/workspaces-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Platform Workspaces');
  return <WorkspacesPage />;
}

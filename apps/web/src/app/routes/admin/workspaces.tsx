import { WorkspacesPage } from '../../../features/admin/workspaces-page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';

export function Component() {
  usePageTitle('Platform Workspaces');
  return <WorkspacesPage />;
}

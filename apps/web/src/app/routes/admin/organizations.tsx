import { OrganizationsPage } from '../../../features/admin/organizations-page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';

export function Component() {
  usePageTitle('Platform Organizations');
  return <OrganizationsPage />;
}

import { OrganizationsPage } from '#features/admin/organizations/organizations-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Platform Organizations');
  return <OrganizationsPage />;
}

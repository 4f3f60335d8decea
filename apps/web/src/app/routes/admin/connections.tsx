import { ConnectionsPage } from '#features/admin/connections/connections-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Connections');
  return <ConnectionsPage />;
}

import { StatusPage } from '#features/admin/status/status-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Status');
  return <StatusPage />;
}

import { AuditPage } from '#features/admin/audit/audit-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Audit Log');
  return <AuditPage />;
}

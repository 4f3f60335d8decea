import { AuditPage } from '../../../features/admin/audit-page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';

export function Component() {
  usePageTitle('Audit Log');
  return <AuditPage />;
}

import { UsersPage } from '../../../features/admin/users-page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';

export function Component() {
  usePageTitle('Platform Users');
  return <UsersPage />;
}

import { UsersPage } from '#features/admin/users/users-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Platform Users');
  return <UsersPage />;
}

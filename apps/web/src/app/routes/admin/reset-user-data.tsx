import { ResetUserDataPage } from '#features/admin/reset-user-data/reset-user-data-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Reset User Data');
  return <ResetUserDataPage />;
}

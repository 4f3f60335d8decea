import { Outlet } from 'react-router';
import { AdminLayout } from '#features/admin/admin-layout.tsx';

export function Component() {
  return (
    <AdminLayout>
      <Outlet />
    </AdminLayout>
  );
}

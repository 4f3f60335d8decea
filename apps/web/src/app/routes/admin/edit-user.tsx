import { useParams } from 'react-router';
import { EditUserPage } from '#features/admin/users/edit-user-page.tsx';

export function Component() {
  const { userId = '' } = useParams();
  return <EditUserPage key={userId} id={userId} />;
}

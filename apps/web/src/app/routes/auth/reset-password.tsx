import { useSearchParams } from 'react-router';
import { NewPasswordForm } from '../../../features/auth/new-password-form.tsx';
import { usePageTitle } from '../../../lib/page/page-title.ts';

export function Component() {
  usePageTitle('Set new password');
  const [search] = useSearchParams();
  return <NewPasswordForm token={search.get('token') || undefined} />;
}

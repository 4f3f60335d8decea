import { RequestResetForm } from '#features/auth/request-reset-form.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Reset password');
  return <RequestResetForm />;
}

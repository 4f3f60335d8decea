import { Navigate, useLocation } from 'react-router';
import { SignInForm } from '#features/auth/sign-in-form.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { suggestedEmail, redirectTarget } from '../../sign-in-redirect.ts';

export function Component() {
  usePageTitle('Sign in');
  const { isAuthenticated } = useAuth();
  const { state } = useLocation();
  if (isAuthenticated) return <Navigate to={redirectTarget(state)} replace />;
  return <SignInForm initialEmail={suggestedEmail(state)} />;
}

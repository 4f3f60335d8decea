import { Navigate, useLocation } from 'react-router';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { useAuth } from '../../lib/session/auth-provider.tsx';
import { emailToSignInWith, originToReturnTo } from '../origin.ts';

export function Component() {
  usePageTitle('Sign in');
  const { isAuthenticated } = useAuth();
  const { state } = useLocation();
  if (isAuthenticated) return <Navigate to={originToReturnTo(state)} replace />;
  return <SignInForm initialEmail={emailToSignInWith(state)} />;
}

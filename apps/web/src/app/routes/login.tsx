import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { useAuth } from '../../lib/session/auth-provider.tsx';
import { originToReturnTo } from '../origin.ts';

export function Component() {
  usePageTitle('Sign in');
  const { isAuthenticated } = useAuth();
  const { state } = useLocation();
  useEffect(fetchWhatFollows, []);
  if (isAuthenticated) return <Navigate to={originToReturnTo(state)} replace />;
  return <SignInForm />;
}

/** Fetches the code of the signed-in pages while the person types. */
function fetchWhatFollows(): void {
  // A failure shows where the code is needed.
  void import('../require-session.tsx').catch(() => {});
  void import('../shell/shell.tsx').catch(() => {});
}

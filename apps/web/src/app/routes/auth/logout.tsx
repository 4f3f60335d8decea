import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { AuthPage } from '#features/auth/auth-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';

const REDIRECT_DELAY_MS = 1000;

export function Component() {
  usePageTitle('Logout');
  const { signOut } = useAuth();
  const navigate = useNavigate();
  useEffect(() => {
    signOut();
    const timer = setTimeout(() => void navigate('/login', { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [signOut, navigate]);
  return <AuthPage title="Logging out..." />;
}

import type { ReactNode } from 'react';
import { AuthProvider } from '../lib/session/auth-provider.tsx';
import { Toaster } from '../ui/feedback/toaster.tsx';
import { ThemeProvider } from './theme-provider.tsx';

/** The providers around every route. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <AuthProvider>{children}</AuthProvider>
      <Toaster />
    </ThemeProvider>
  );
}

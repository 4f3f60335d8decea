import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { AuthProvider } from '#lib/session/auth-provider.tsx';
import { toastStore } from '#ui/feedback/toast.ts';
import { ThemeProvider } from './theme-provider.tsx';

/** The providers around every route. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <AuthProvider>{children}</AuthProvider>
      <Toasts />
    </ThemeProvider>
  );
}

const toaster = new CodeLoader(async () => (await import('#ui/feedback/toaster.tsx')).Toaster);

/** After the first page has its data, and before most failures that a toast reports. */
const PRELOAD_AFTER_MS = 3_000;

/** Shows the toasts. The code for it is loaded with the first one, or after a while. */
function Toasts() {
  const hasToasts = useSyncExternalStore(toastStore.subscribe, hasEntries);
  const [isPreloading, setIsPreloading] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsPreloading(true), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { code: Toaster } = useCode(toaster, hasToasts || isPreloading);
  return Toaster === undefined ? null : <Toaster />;
}

const hasEntries = () => toastStore.read().length > 0;

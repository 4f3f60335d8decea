import type { User } from '@repo/contract/auth';
import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { readSession, subscribeToSession } from './session-store.ts';
import { signIn, type SignInResult } from './sign-in.ts';
import { signOut } from './sign-out.ts';

type AuthContextValue = {
  isAuthenticated: boolean;
  token: string | undefined;
  user: User | undefined;
  /** See `Session`. */
  signedOutHere: boolean;
  signIn: (email: string, password: string) => Promise<SignInResult>;
  signOut: () => void;
};

const AuthContext = createContext<AuthContextValue | undefined>(undefined);

export function AuthProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(subscribeToSession, readSession);
  const value = useMemo(
    () => ({ ...session, isAuthenticated: session.token !== undefined, signIn, signOut }),
    [session],
  );
  return <AuthContext value={value}>{children}</AuthContext>;
}

/** The session and how to begin and end it. Throws outside `AuthProvider`. */
export function useAuth(): AuthContextValue {
  const value = use(AuthContext);
  if (value === undefined) {
    throw new Error('useAuth was called outside AuthProvider. Render the component inside it.');
  }
  return value;
}

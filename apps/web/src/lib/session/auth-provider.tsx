import type { User } from '@repo/contract/auth';
import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { apiRequest } from '../api/api-request.ts';
import { isFullServer } from '../server-level.ts';
import { ownTimeZone } from '../time/own-time-zone.ts';
import { removePersonDatabase } from './person-database.ts';
import { readUser } from './read-user.ts';
import {
  endSession,
  readSession,
  type Session,
  startSession,
  subscribeToSession,
} from './session-store.ts';

type AuthContextValue = {
  isAuthenticated: boolean;
  token: string | undefined;
  user: User | undefined;
  /** See `Session`. */
  signedOutHere: Session['signedOutHere'];
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

type SignInResult = { success: true } | { success: false; error: ApiError };

/**
 * Starts a session. A response without a token is a failure too, whatever its status; so is one that
 * gives no error. An error with an empty message stays empty: the form has its own words for it.
 */
async function signIn(email: string, password: string): Promise<SignInResult> {
  const { data, error } = await apiRequest('POST /api/auth/login', {
    body: {
      email,
      password,
      // The server sends emails at an hour of this time zone.
      ...(isFullServer() && { timeZone: ownTimeZone() }),
    },
  });
  const user = readUser(data?.user);
  if (typeof data?.token === 'string' && data.token !== '' && user !== undefined) {
    startSession(data.token, user);
    return { success: true };
  }
  if (error !== undefined && (error.message !== '' || error.name === 'Server Error')) {
    return { success: false, error };
  }
  return { success: false, error: new ApiError('Server Error', { message: 'Failed to sign in' }) };
}

/**
 * Ends the session here at once; the server is notified, but its response is not awaited.
 */
function signOut(): void {
  removePersonDatabase();
  // Sent before the token is forgotten, which it carries; also by anyone who closes the page at once.
  endSession({ signedOutHere: apiRequest('POST /api/auth/logout', { keepalive: true }) });
}

import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { redirectStateOf } from './sign-in-redirect.ts';
import { sessionClient } from './session-client.ts';

/**
 * Lets only the signed-in through; others go to `/login`, which remembers where they were heading.
 */
export function RequireSession() {
  const { token, signedOutHere } = useAuth();
  const location = useLocation();
  if (token === undefined) {
    return (
      <Navigate to="/login" replace state={signedOutHere ? null : redirectStateOf(location)} />
    );
  }
  return (
    <SessionData key={token} token={token}>
      <Outlet />
    </SessionData>
  );
}

/** The data of one session, in a cache that goes with it: nothing is left for the next user. */
function SessionData({ token, children }: { token: string; children: ReactNode }) {
  const [client] = useState(() => sessionClient(token));
  return (
    <QueryClientProvider client={client}>
      <CurrentUserCheck />
      {children}
    </QueryClientProvider>
  );
}

/** Requests the signed-in user, on load and whenever the window regains focus. */
function CurrentUserCheck() {
  useQuery(currentUserQuery);
  return null;
}

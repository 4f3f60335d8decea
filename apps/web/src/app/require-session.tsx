import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { useFactorSetup } from '#lib/session/factor-setup.ts';
import { PageNotLoaded } from './page-not-loaded.tsx';
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
      <FactorGate />
    </SessionData>
  );
}

const requiredFactorPage = new CodeLoader(
  async () => (await import('./required-factor-page.tsx')).RequiredFactorPage,
);

/** Shows the page that sets up a second factor in place of every other, while one is missing. */
function FactorGate() {
  return useFactorSetup() ? <RequiredFactor /> : <Outlet />;
}

function RequiredFactor() {
  const { code: Page, status } = useCode(requiredFactorPage);
  return Page === undefined ? (
    <PageNotLoaded status={status} onRetry={() => void requiredFactorPage.request()} />
  ) : (
    <Page />
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

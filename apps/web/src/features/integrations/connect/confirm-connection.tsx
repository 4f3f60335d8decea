import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { checkSession } from '#lib/session/check-session.ts';
import { readSession } from '#lib/session/session-store.ts';
import { integrationsAddress } from './oauth-parameters.ts';
import { clearConfirmation, storeConfirmation, readConfirmation } from './pending-confirmation.ts';
import { ReturnScreen } from './return-screen.tsx';

/**
 * Completes the connection that the provider granted, as the user who is signed in here, and goes
 * on to the integrations with the outcome. Where the session turns out to be over, the user signs
 * in first and comes back here.
 */
export function ConfirmConnection() {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    let isShown = true;
    const confirmAndLeave = async () => {
      const target = await confirmOnce(client);
      if (isShown && target !== undefined) await navigate(target, { replace: true });
    };
    void confirmAndLeave();
    return () => {
      isShown = false;
    };
  }, [client, navigate]);
  return <ReturnScreen />;
}

/** The running request: a second rendering waits for it and sends nothing. */
let sending: Promise<string | undefined> | undefined;

function confirmOnce(client: QueryClient): Promise<string | undefined> {
  sending ??= confirm(client).finally(() => {
    sending = undefined;
  });
  return sending;
}

/** Returns where to go next; undefined when the user has to sign in first. */
async function confirm(client: QueryClient): Promise<string | undefined> {
  const pending = readConfirmation();
  // A page that was reloaded cannot know what came of it; the integrations show it.
  if (pending === undefined || pending.isSent) {
    clearConfirmation();
    return '/integrations';
  }
  const { provider } = pending;
  storeConfirmation({ ...pending, isSent: true });
  const { error } = await apiRequest('POST /api/integrations/{provider}/callback', {
    params: { provider },
    body: { confirm: pending.confirm },
    keepalive: true,
  });
  if (error?.status === 401) {
    // The server did not look at the value.
    storeConfirmation({ ...pending, isSent: false });
    await checkSession(client, error);
    if (readSession().token === undefined) return undefined;
  }
  clearConfirmation();
  await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const outcome =
    error === undefined
      ? { success: 'true', provider }
      : { error: failureMessage(error, 'Please try again.'), provider };
  return integrationsAddress(new URLSearchParams(outcome));
}

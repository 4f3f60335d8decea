import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from '../session/auth-provider.tsx';
import {
  subscribeToIntegrations,
  type IntegrationSubscription,
} from './subscribe-to-integrations.ts';

type News = Pick<IntegrationSubscription, 'onIntegrationsChange' | 'onAccountsChange'>;

/**
 * Keeps the user's integrations fresh and reports changed accounts while the tab is visible. A
 * hidden tab disconnects, since a browser opens few connections to one server, and resumes where it
 * was when it is seen again.
 *
 * The same functions each time.
 */
export function useLiveIntegrations({ onIntegrationsChange, onAccountsChange }: News): void {
  const client = useQueryClient();
  const { token } = useAuth();

  useEffect(() => {
    if (token === undefined) return;
    const followed: IntegrationSubscription = {
      lastEventId: '',
      onIntegrationsChange,
      onAccountsChange,
    };
    let leave: AbortController | undefined;
    const turn = () => {
      const isSeen = document.visibilityState === 'visible';
      if (isSeen === (leave !== undefined)) return;
      leave?.abort();
      leave = isSeen ? new AbortController() : undefined;
      if (leave) void subscribeToIntegrations(client, token, followed, leave.signal);
    };
    turn();
    document.addEventListener('visibilitychange', turn);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      leave?.abort();
    };
  }, [client, token, onIntegrationsChange, onAccountsChange]);
}

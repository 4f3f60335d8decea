import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, RefreshCw, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import {
  checkConnection,
  type ConnectionState,
  onConnectionReturn,
  useConnection,
} from '#lib/connection/connection.ts';
import { refetchFailed, refetchLost } from '#lib/query-client.ts';
import { Button } from '#ui/forms/button.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';

const MESSAGES = {
  reconnecting: {
    icon: <RefreshCw aria-hidden />,
    text: 'Reconnecting',
    hint: 'The last request got no response. Trying again.',
  },
  offline: {
    icon: <WifiOff aria-hidden />,
    text: 'Offline',
    hint: 'You can read what is on the screen. Changes cannot be saved now.',
  },
  unavailable: {
    icon: <CloudOff aria-hidden />,
    text: 'Server unavailable',
    hint: 'The server does not respond. Changes cannot be saved now.',
  },
} satisfies Record<Exclude<ConnectionState, 'connected'>, object>;

/**
 * Says in the top bar when the server cannot be reached; a click tries again at once. When the
 * connection returns, what failed meanwhile is loaded.
 */
export function ConnectionStatus() {
  const state = useConnection();
  const client = useQueryClient();
  useEffect(
    () =>
      onConnectionReturn((wasOutage) => (wasOutage ? refetchFailed(client) : refetchLost(client))),
    [client],
  );
  const message = state === 'connected' ? undefined : MESSAGES[state];
  return (
    <output className="flex shrink-0">
      {message === undefined ? null : (
        <Tooltip content={message.hint}>
          <Button
            size="small"
            variant="bare"
            // A server that restarts is back before this appears.
            className={state === 'reconnecting' ? 'animate-appear-late' : 'text-danger-ink'}
            onClick={() => void checkConnection()}
          >
            {message.icon}
            {message.text}
          </Button>
        </Tooltip>
      )}
    </output>
  );
}

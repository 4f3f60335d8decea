import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CloudOff, RefreshCw, WifiOff, Wrench } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import {
  checkConnection,
  type ConnectionState,
  onConnectionReturn,
  useConnection,
} from '#lib/connection/connection.ts';
import { useMaintenance } from '#lib/connection/maintenance.ts';
import { refetchFailed, refetchLost } from '#lib/query-client.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';

type Message = {
  icon: ReactNode;
  text: string;
  hint: string;
  className: string;
  isIconOnPhones?: true;
};

const MESSAGES: Record<Exclude<ConnectionState, 'connected'>, Message> = {
  reconnecting: {
    icon: <RefreshCw aria-hidden />,
    text: 'Reconnecting',
    hint: 'The last request got no response. Trying again.',
    // A server that restarts is back before this appears.
    className: 'animate-appear-late',
  },
  offline: {
    icon: <WifiOff aria-hidden />,
    text: 'Offline',
    hint: 'You can read what is on the screen. Changes cannot be saved now.',
    className: 'text-danger-ink',
  },
  unavailable: {
    icon: <CloudOff aria-hidden />,
    text: 'Server unavailable',
    hint: 'The server does not respond. Changes cannot be saved now.',
    className: 'text-danger-ink',
  },
};

/** How often an open page checks whether maintenance is over; milliseconds. */
const CHECK_INTERVAL_MS = 30_000;

/**
 * Says in the top bar when the server cannot be reached, or accepts no changes during maintenance; a click checks
 * again at once. When the connection returns, what failed meanwhile is loaded.
 */
export function ConnectionStatus() {
  const state = useConnection();
  const client = useQueryClient();
  useEffect(
    () =>
      onConnectionReturn((wasOutage) => (wasOutage ? refetchFailed(client) : refetchLost(client))),
    [client],
  );
  const maintenance = useMaintenance();
  const isInMaintenance = maintenance !== undefined;
  useEffect(() => {
    if (!isInMaintenance) return;
    const timer = setInterval(() => void checkConnection(), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isInMaintenance]);
  const message = messageOf(state, maintenance);
  return (
    <output className="flex shrink-0">
      {message === undefined ? null : (
        <Tooltip content={message.hint}>
          <Button
            size="small"
            variant="bare"
            className={message.className}
            onClick={() => {
              // A finger cannot open the tooltip.
              if (maintenance !== undefined) toast.info(maintenance);
              void checkConnection();
            }}
          >
            {message.icon}
            <span className={clsx(message.isIconOnPhones && 'max-sm:sr-only')}>{message.text}</span>
          </Button>
        </Tooltip>
      )}
    </output>
  );
}

function messageOf(state: ConnectionState, maintenance: string | undefined): Message | undefined {
  if (state !== 'connected') return MESSAGES[state];
  if (maintenance === undefined) return undefined;
  return {
    icon: <Wrench aria-hidden />,
    text: 'Maintenance',
    hint: maintenance,
    className: 'text-warning-ink',
    // It can last for hours, and the name of the workspace needs the room.
    isIconOnPhones: true,
  };
}

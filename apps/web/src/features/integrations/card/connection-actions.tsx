import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { isFullServer } from '#lib/server-level.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { Button } from '#ui/forms/button.tsx';
import type { Connecting } from '../connect/use-connect-dialogs.tsx';
import type { DetailsTab } from '../details/details-dialog.tsx';
import { webhookDetails } from '../webhook/webhook-details.ts';
import { integrationStatus } from './integration-status.ts';
import { useSync } from './use-sync.ts';

/** A connection, and where its details open. */
export type ShownDetails = { integrationId: string; tab: DetailsTab };

type Props = {
  provider: ProviderDescriptor;
  integration: Integration | undefined;
  connecting: Connecting;
  /** The user's choice for a new mailbox. */
  capturesText?: boolean | undefined;
  onDisconnect: (integration: Integration) => void;
  onShowDetails: (details: ShownDetails) => void;
  /** The user requested a sync. */
  onSync: () => void;
  /** The id of the element with the address that the actions concern, if there are several. */
  describedBy?: string;
};

/** Connects, syncs or disconnects one mailbox, calendar or account. */
export function ConnectionActions({
  provider,
  integration,
  connecting,
  capturesText,
  onDisconnect,
  onShowDetails,
  onSync,
  describedBy,
}: Props) {
  const sync = useSync(integration?.id);
  const status = integrationStatus(provider, integration);
  const syncing = sync.isPending || integration?.progress !== undefined;
  const described = { size: 'small', 'aria-describedby': describedBy } as const;
  return (
    <>
      {status !== 'Connected' || integration === undefined ? (
        <Button
          {...described}
          variant="primary"
          loading={connecting.connecting}
          loadingLabel="Connecting..."
          onClick={() =>
            connecting.connect({
              address: integration?.source,
              capturesText: integration?.capturesText ?? capturesText,
            })
          }
        >
          Connect
        </Button>
      ) : provider.connection === 'webhook' ? (
        <Button
          {...described}
          onClick={() => connecting.showWebhook(webhookDetails(provider.id, integration))}
        >
          Manage
        </Button>
      ) : (
        <Button
          {...described}
          loading={syncing}
          loadingLabel="Syncing..."
          {...pauseOf(integration)}
          onClick={() => {
            onSync();
            sync.mutate();
          }}
        >
          Sync Now
        </Button>
      )}
      {integration !== undefined && status !== 'Not Connected' ? (
        <Button {...described} variant="bare" onClick={() => onDisconnect(integration)}>
          Disconnect
        </Button>
      ) : null}
      {integration !== undefined && isFullServer() ? (
        <Button
          {...described}
          variant="bare"
          className="-mr-2 ml-auto"
          onClick={() => onShowDetails({ integrationId: integration.id, tab: 'overview' })}
        >
          Details
        </Button>
      ) : null}
    </>
  );
}

/** While requests to the provider are paused, a sync would do nothing. */
function pauseOf({ pausedUntil }: Integration): { disabledReason?: string } {
  if (pausedUntil === undefined) return {};
  return { disabledReason: `Paused until ${formatExactTime(new Date(pausedUntil))}` };
}

import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { useId } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import type { Connecting } from '../connect/use-connect-dialogs.tsx';
import { ConnectionActions, type ShownDetails } from './connection-actions.tsx';
import { IntegrationFacts } from './integration-facts.tsx';
import { integrationStatus, STATUS_BADGES } from './integration-status.ts';
import { SyncProgressBar } from './sync-progress.tsx';
import { useSyncAnnouncement } from './use-sync-announcement.ts';

type Props = {
  provider: ProviderDescriptor;
  connecting: Connecting;
  onDisconnect: (integration: Integration) => void;
  onShowDetails: (details: ShownDetails) => void;
};

/** Several mailboxes, calendars or accounts of one provider, each with its state and its actions. */
export function ConnectionList({
  connections,
  ...props
}: Props & { connections: readonly Integration[] }) {
  return (
    <ul
      aria-label={`Connected with ${props.provider.name}`}
      data-connections
      className="-mx-4 divide-y divide-line border-y border-line"
    >
      {connections.map((integration) => (
        <Connection key={integration.id} {...props} integration={integration} />
      ))}
    </ul>
  );
}

function Connection({
  provider,
  integration,
  connecting,
  onDisconnect,
  onShowDetails,
}: Props & { integration: Integration }) {
  const addressId = useId();
  const { source = provider.name, progress } = integration;
  const { news, expect } = useSyncAnnouncement(integration, source);
  const status = integrationStatus(provider, integration);
  return (
    <li className="relative flex flex-col gap-2.5 px-4 py-3">
      {progress === undefined ? null : (
        <div className="absolute inset-x-0 -top-0.5">
          <SyncProgressBar progress={progress} />
        </div>
      )}
      <div className="flex items-start justify-between gap-3">
        <p id={addressId} className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {source}
        </p>
        <Badge kind={STATUS_BADGES[status]}>{status}</Badge>
      </div>
      <IntegrationFacts
        provider={provider}
        integration={integration}
        onCaptureText={({ source: address }) => connecting.connect({ address, capturesText: true })}
        onShowFailedItems={() =>
          onShowDetails({ integrationId: integration.id, tab: 'failed-items' })
        }
      />
      <output className="sr-only">{news}</output>
      <div className="flex flex-wrap items-center gap-2">
        <ConnectionActions
          provider={provider}
          integration={integration}
          connecting={connecting}
          onDisconnect={onDisconnect}
          onShowDetails={onShowDetails}
          onSync={expect}
          describedBy={addressId}
        />
      </div>
    </li>
  );
}

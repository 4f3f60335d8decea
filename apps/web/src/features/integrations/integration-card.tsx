import type { Integration } from '@repo/contract/integrations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { integrationsQuery } from '../../lib/integrations/integrations-query.ts';
import { useDialogSubject } from '../../lib/use-dialog-subject.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { IntegrationFacts } from './integration-facts.tsx';
import { integrationStatus, type IntegrationStatus } from './integration-status.ts';
import type { ProviderEntry } from './provider-catalogue.ts';
import { useConnect } from './use-connect.ts';
import { useSync } from './use-sync.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhookDetails, type WebhookDetails } from './webhook-details.ts';

const BADGES: Record<IntegrationStatus, BadgeProps['kind']> = {
  Connected: 'success',
  'Needs Reauth': 'warning',
  'Not Connected': 'neutral',
};

type Props = { provider: ProviderEntry; integration: Integration | undefined };

/** One provider: whether it is connected, what it brings, and what can be done about it. */
export function IntegrationCard({ provider, integration }: Props) {
  const client = useQueryClient();
  const [askingKey, setAskingKey] = useState(false);
  const webhook = useDialogSubject<WebhookDetails>();
  const disconnecting = useDialogSubject<string>();
  const status = integrationStatus(integration);
  const Icon = provider.icon;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Icon aria-hidden className="size-icon shrink-0 text-muted" />
          {provider.name}
        </span>
      }
      description={provider.kind}
      aside={<Badge kind={BADGES[status]}>{status}</Badge>}
      footer={
        <CardActions
          provider={provider}
          integration={integration}
          status={status}
          onAskKey={() => setAskingKey(true)}
          onShowWebhook={webhook.show}
          onDisconnect={disconnecting.show}
        />
      }
    >
      {provider.note === undefined ? null : <p className="mb-2 text-grid">{provider.note}</p>}
      <IntegrationFacts provider={provider.id} integration={integration} />
      <ApiKeyDialog
        provider={provider.id}
        open={askingKey}
        onOpenChange={setAskingKey}
        onConnected={() => void client.invalidateQueries({ queryKey: integrationsQuery.queryKey })}
      />
      {webhook.subject === undefined ? null : (
        <WebhookDialog
          provider={provider.id}
          webhook={webhook.subject}
          open={webhook.open}
          onOpenChange={webhook.onOpenChange}
        />
      )}
      {disconnecting.subject === undefined ? null : (
        <DisconnectDialog
          integrationId={disconnecting.subject}
          name={provider.name}
          open={disconnecting.open}
          onOpenChange={disconnecting.onOpenChange}
        />
      )}
    </Card>
  );
}

type ActionsProps = Props & {
  status: IntegrationStatus;
  onAskKey: () => void;
  onShowWebhook: (webhook: WebhookDetails) => void;
  onDisconnect: (integrationId: string) => void;
};

function CardActions({
  provider,
  integration,
  status,
  onAskKey,
  onShowWebhook,
  onDisconnect,
}: ActionsProps) {
  const { connect, connecting } = useConnect(provider.id, {
    openApiKey: onAskKey,
    openWebhook: onShowWebhook,
  });
  const sync = useSync(integration?.id);
  const syncing = sync.isPending || integration?.progress !== undefined;
  const connected = status === 'Connected' && integration !== undefined;
  return (
    <>
      {!connected ? (
        <Button
          size="small"
          variant="primary"
          loading={connecting}
          loadingLabel="Connecting..."
          onClick={connect}
        >
          Connect
        </Button>
      ) : provider.id === 'fathom' ? (
        <Button size="small" onClick={() => onShowWebhook(webhookDetails(integration))}>
          Manage
        </Button>
      ) : (
        <Button
          size="small"
          loading={syncing}
          loadingLabel="Syncing..."
          onClick={() => sync.mutate()}
        >
          Sync Now
        </Button>
      )}
      {integration !== undefined && status !== 'Not Connected' ? (
        <Button size="small" variant="bare" onClick={() => onDisconnect(integration.id)}>
          Disconnect
        </Button>
      ) : null}
    </>
  );
}

import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasFeature } from '../../../lib/features.ts';
import { integrationsQuery } from '../../../lib/integrations/integrations-query.ts';
import { formatExactTime } from '../../../lib/time/relative-time.ts';
import { useDialogSubject } from '../../../lib/hooks/use-dialog-subject.ts';
import { Badge, type BadgeProps } from '../../../ui/feedback/badge.tsx';
import { Button } from '../../../ui/forms/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ApiKeyDialog } from '../connect/api-key-dialog.tsx';
import { DetailsDialog, type DetailsTab } from '../details/details-dialog.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { IntegrationFacts } from './integration-facts.tsx';
import { integrationStatus, type IntegrationStatus } from './integration-status.ts';
import { ServerLoginDialog } from '../server-login/server-login-dialog.tsx';
import { KIND_LABELS, ProviderIcon } from '../provider-looks.tsx';
import { useConnect } from '../connect/use-connect.ts';
import { SyncProgressBar } from './sync-progress.tsx';
import { useSync } from './use-sync.ts';
import { useSyncAnnouncement } from './use-sync-announcement.ts';
import { WebhookDialog } from '../webhook/webhook-dialog.tsx';
import { webhookDetails, type WebhookDetails } from '../webhook/webhook-details.ts';

const BADGES: Record<IntegrationStatus, BadgeProps['kind']> = {
  Connected: 'success',
  'Needs Reauth': 'warning',
  'Not Connected': 'neutral',
};

type Props = { provider: ProviderDescriptor; integration: Integration | undefined };
type Sandbox = EndpointResponse<'GET /api/integrations'>['sandbox'];

/** One provider: whether it is connected, what it imports, and its actions. */
export function IntegrationCard({
  provider,
  integration,
  sandbox,
  onMailboxConnected,
}: Props & { sandbox: Sandbox | undefined; onMailboxConnected?: (() => void) | undefined }) {
  const client = useQueryClient();
  const [askingKey, setAskingKey] = useState(false);
  const [signingIn, setSigningIn] = useState(false);
  const webhook = useDialogSubject<WebhookDetails>();
  const disconnecting = useDialogSubject<string>();
  const details = useDialogSubject<DetailsTab>();
  const { news, expect } = useSyncAnnouncement(integration, provider.name);
  const status = integrationStatus(provider, integration);
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <ProviderIcon provider={provider} className="size-icon shrink-0 text-muted" />
          {provider.name}
        </span>
      }
      description={KIND_LABELS[provider.kind]}
      aside={<Badge kind={BADGES[status]}>{status}</Badge>}
      footer={
        <CardActions
          provider={provider}
          integration={integration}
          status={status}
          onAskKey={() => setAskingKey(true)}
          onSignIn={() => setSigningIn(true)}
          onShowWebhook={webhook.show}
          onDisconnect={disconnecting.show}
          onShowDetails={() => details.show('overview')}
          onSync={expect}
        />
      }
    >
      {provider.note === undefined ? null : <p className="mb-2 text-grid">{provider.note}</p>}
      <IntegrationFacts
        provider={provider}
        integration={integration}
        onShowFailedItems={() => details.show('failed-items')}
      />
      <output className="sr-only">{news}</output>
      <ApiKeyDialog
        provider={provider}
        open={askingKey}
        onOpenChange={setAskingKey}
        sampleKey={sandbox?.apiKeys?.[provider.id]}
        onConnected={() => void client.invalidateQueries({ queryKey: integrationsQuery.queryKey })}
      />
      {provider.connection === 'server-login' ? (
        <ServerLoginDialog
          provider={provider}
          open={signingIn}
          onOpenChange={setSigningIn}
          onConnected={() => {
            void client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
            if (provider.kind === 'mail') onMailboxConnected?.();
          }}
        />
      ) : null}
      {webhook.subject === undefined ? null : (
        <WebhookDialog
          provider={provider}
          webhook={webhook.subject}
          open={webhook.open}
          onOpenChange={webhook.onOpenChange}
          onReplaced={webhook.show}
          senderUrl={sandbox?.webhookSenders?.[provider.id]}
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
      {details.subject === undefined || integration === undefined ? null : (
        <DetailsDialog
          provider={provider}
          integration={integration}
          tab={details.subject}
          open={details.open}
          onOpenChange={details.onOpenChange}
        />
      )}
    </Card>
  );
}

type ActionsProps = Props & {
  status: IntegrationStatus;
  onAskKey: () => void;
  onSignIn: () => void;
  onShowWebhook: (webhook: WebhookDetails) => void;
  onDisconnect: (integrationId: string) => void;
  onShowDetails: () => void;
  /** The user requested a sync. */
  onSync: () => void;
};

function CardActions({
  provider,
  integration,
  status,
  onAskKey,
  onSignIn,
  onShowWebhook,
  onDisconnect,
  onShowDetails,
  onSync,
}: ActionsProps) {
  const { connect, connecting } = useConnect(provider, {
    openApiKey: onAskKey,
    openSignIn: onSignIn,
    openWebhook: onShowWebhook,
  });
  const sync = useSync(integration?.id);
  const syncing = sync.isPending || integration?.progress !== undefined;
  const hasDetails = integration !== undefined && hasFeature('integration-details');
  const connected = status === 'Connected' && integration !== undefined;
  return (
    <>
      {integration?.progress === undefined ? null : (
        // On the hairline, so that nothing moves when it comes and goes.
        <div className="absolute inset-x-0 -top-0.5">
          <SyncProgressBar progress={integration.progress} />
        </div>
      )}
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
      ) : provider.connection === 'webhook' ? (
        <Button
          size="small"
          onClick={() => onShowWebhook(webhookDetails(provider.id, integration))}
        >
          Manage
        </Button>
      ) : (
        <Button
          size="small"
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
        <Button size="small" variant="bare" onClick={() => onDisconnect(integration.id)}>
          Disconnect
        </Button>
      ) : null}
      {hasDetails ? (
        <Button size="small" variant="bare" className="-mr-2 ml-auto" onClick={onShowDetails}>
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

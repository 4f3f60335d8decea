import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration, ProviderApproval } from '@repo/contract/integrations';
import { limits } from '@repo/contract/page-limits';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { isFullServer } from '#lib/server-level.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ApprovalNotice } from '../connect/approval-notice.tsx';
import { CaptureField } from '../connect/capture-field.tsx';
import { choosesText } from '../connect/chooses-text.ts';
import { useConnectDialogs } from '../connect/use-connect-dialogs.tsx';
import { DetailsDialog } from '../details/details-dialog.tsx';
import { KIND_LABELS, ProviderIcon } from '../provider-looks.tsx';
import { ConnectionActions, type ShownDetails } from './connection-actions.tsx';
import { ConnectionList } from './connection-list.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { IntegrationFacts } from './integration-facts.tsx';
import { cardStatus, isAwaitingSender, STATUS_BADGES } from './integration-status.ts';
import { SyncProgressBar } from './sync-progress.tsx';
import { useSyncAnnouncement } from './use-sync-announcement.ts';

type Props = {
  provider: ProviderDescriptor;
  /** The connections of the provider, the first one first. */
  connections: readonly Integration[];
  /** The approval that the user's administrator has to give. */
  approval?: ProviderApproval | undefined;
  sandbox: EndpointResponse<'GET /api/integrations'>['sandbox'] | undefined;
  onMailboxConnected?: (() => void) | undefined;
};

/** One provider: its connections, their imports, and the actions. */
export function IntegrationCard({
  provider,
  connections,
  approval,
  sandbox,
  onMailboxConnected,
}: Props) {
  const { dialogs, ...connecting } = useConnectDialogs(provider, { sandbox, onMailboxConnected });
  const [capturesText, setCapturesText] = useState(true);
  // A form asks for the rest and for this.
  const isAsked = choosesText(provider) && provider.connection === 'redirect';
  const chosen = isAsked ? capturesText : undefined;
  const disconnecting = useDialogSubject<{ id: string; name: string }>();
  const details = useDialogSubject<ShownDetails>();
  const several = connections.length > 1;
  const [only] = several ? [] : connections;
  const { news, expect } = useSyncAnnouncement(only, provider.name);
  const status = cardStatus(provider, connections);
  const shown = connections.find(({ id }) => id === details.subject?.integrationId);
  const takesSeveral = isFullServer() && provider.connection !== 'webhook';
  // It says what to know before connecting; of a webhook, what is left to do at its sender.
  const isNoteNeeded = connections.length === 0 || provider.connection === 'webhook';
  const onDisconnect = ({ id, source }: Integration) =>
    disconnecting.show({ id, name: (several && source) || provider.name });
  const captureText = ({ source }: Integration) =>
    connecting.connect({ address: source, capturesText: true });
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <ProviderIcon provider={provider} className="size-icon shrink-0 text-muted" />
          {provider.name}
        </span>
      }
      description={KIND_LABELS[provider.kind]}
      aside={
        isAwaitingSender(provider, only) ? (
          <Badge kind="neutral">Nothing received yet</Badge>
        ) : (
          <Badge kind={STATUS_BADGES[status]}>{status}</Badge>
        )
      }
      footer={
        several ? undefined : (
          <>
            {only?.progress === undefined ? null : (
              // On the hairline, so that nothing moves when it comes and goes.
              <div className="absolute inset-x-0 -top-0.5">
                <SyncProgressBar progress={only.progress} />
              </div>
            )}
            <ConnectionActions
              provider={provider}
              integration={only}
              connecting={connecting}
              capturesText={chosen}
              onDisconnect={onDisconnect}
              onShowDetails={details.show}
              onSync={expect}
            />
          </>
        )
      }
    >
      {provider.note === undefined || !isNoteNeeded ? null : (
        <p className="mb-2 text-grid">{provider.note}</p>
      )}
      {approval === undefined ? null : (
        <ApprovalNotice
          name={provider.name}
          approval={approval}
          onApproved={() => connecting.connect({ capturesText: chosen })}
        />
      )}
      {several ? (
        <ConnectionList
          provider={provider}
          connections={connections}
          connecting={connecting}
          onDisconnect={onDisconnect}
          onShowDetails={details.show}
        />
      ) : (
        <>
          {takesSeveral && only?.source !== undefined ? (
            <p className="mb-2 font-medium [overflow-wrap:anywhere]">{only.source}</p>
          ) : null}
          <IntegrationFacts
            provider={provider}
            integration={only}
            onCaptureText={captureText}
            onShowFailedItems={() =>
              only && details.show({ integrationId: only.id, tab: 'failed-items' })
            }
          />
        </>
      )}
      <output className="sr-only">{news}</output>
      {isAsked && (takesSeveral || connections.length === 0) ? (
        <div className="mt-3">
          <CaptureField
            label={
              connections.length === 0 ? 'What to capture' : 'What to capture from another mailbox'
            }
            capturesText={capturesText}
            onChange={setCapturesText}
          />
        </div>
      ) : null}
      {takesSeveral && connections.length > 0 ? (
        <Button
          size="small"
          variant="bare"
          className="mt-2 -ml-2"
          loading={connecting.connecting}
          loadingLabel="Connecting..."
          {...roomFor(connections.length)}
          onClick={() => connecting.connect({ capturesText: chosen })}
        >
          <Plus aria-hidden />
          Connect Another
        </Button>
      ) : null}
      {dialogs}
      {disconnecting.subject === undefined ? null : (
        <DisconnectDialog
          integrationId={disconnecting.subject.id}
          name={disconnecting.subject.name}
          open={disconnecting.open}
          onOpenChange={disconnecting.onOpenChange}
        />
      )}
      {details.subject === undefined || shown === undefined ? null : (
        <DetailsDialog
          provider={provider}
          integration={shown}
          tab={details.subject.tab}
          open={details.open}
          onOpenChange={details.onOpenChange}
        />
      )}
    </Card>
  );
}

function roomFor(count: number): { disabledReason?: string } {
  const limit = limits.connectionsPerProvider;
  return count < limit ? {} : { disabledReason: `At most ${limit} can be connected` };
}

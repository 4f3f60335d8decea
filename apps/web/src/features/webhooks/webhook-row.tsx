import type { Webhook } from '@repo/contract/webhooks';
import { plural } from '@repo/domain/text/plural';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, MoreHorizontal, Pencil, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { EditWebhookDialog, SecretDialog } from './webhook-dialogs.tsx';
import { webhookState } from './webhook-state.ts';
import { webhooksKey } from './webhooks-query.ts';

type Props = {
  workspaceId: string;
  webhook: Webhook;
};

/** A webhook: where it sends what, its state, its log, and what can be done with it. */
export function WebhookRow({ workspaceId, webhook }: Props) {
  const { name, url, format, events, createdAt, by, waiting, disabled } = webhook;
  const [dialog, setDialog] = useState<'log' | 'edit' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const client = useQueryClient();
  const actions = useWebhookActions(workspaceId, webhook, {
    onSecret: setSecret,
    onTested: () => setDialog('log'),
  });
  const shows = (which: typeof dialog) => ({
    open: dialog === which,
    onOpenChange: (open: boolean) => {
      setDialog(open ? which : undefined);
      // A delivery may have changed the state meanwhile.
      void client.invalidateQueries({ queryKey: webhooksKey(workspaceId) });
    },
  });
  const state = webhookState(webhook);
  const isOff = disabled !== null;
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <Badge kind={state.kind}>{state.label}</Badge>
          {format === 'slack' ? <Badge>Slack</Badge> : null}
          {format === 'teams' ? <Badge>Microsoft Teams</Badge> : null}
        </p>
        <p className="truncate text-grid text-muted" title={url}>
          {url}
        </p>
        {state.explanation === undefined ? null : (
          <p className="text-grid break-words text-ink">{state.explanation}</p>
        )}
        <p className="text-grid break-words text-muted">
          {plural(events.length, 'kind')} of events
          {by === null ? null : ` · As ${by.name} sees them`}
          {waiting > 0 ? ` · ${plural(waiting, 'delivery', 'deliveries')} waiting` : null}
          {' · Created '}
          <RelativeTime value={createdAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={`Log of ${name}`} onClick={() => setDialog('log')}>
          Log
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger>
            <Button
              variant="bare"
              size="small"
              shape="square"
              aria-label={`Actions for ${name}`}
              loading={actions.isBusy}
            >
              <MoreHorizontal aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem icon={<Send aria-hidden />} onSelect={actions.test}>
              Send Test
            </DropdownMenuItem>
            <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('edit')}>
              Edit
            </DropdownMenuItem>
            <DropdownMenuItem icon={<KeyRound aria-hidden />} onSelect={actions.rotate}>
              New Secret
            </DropdownMenuItem>
            <DropdownMenuItem icon={<Power aria-hidden />} onSelect={() => actions.enable(isOff)}>
              {isOff ? 'Switch On' : 'Switch Off'}
            </DropdownMenuItem>
            <DropdownMenuItem
              destructive
              icon={<Trash2 aria-hidden />}
              onSelect={() => setDialog('delete')}
            >
              Delete
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <DeliveriesDialog
        {...shows('log')}
        workspaceId={workspaceId}
        webhook={webhook}
        onTest={actions.test}
      />
      <EditWebhookDialog {...shows('edit')} workspaceId={workspaceId} webhook={webhook} />
      <DeleteWebhookDialog {...shows('delete')} workspaceId={workspaceId} webhook={webhook} />
      {secret === undefined ? null : (
        <SecretDialog
          open
          isNew={false}
          secret={secret}
          onOpenChange={() => setSecret(undefined)}
        />
      )}
    </li>
  );
}

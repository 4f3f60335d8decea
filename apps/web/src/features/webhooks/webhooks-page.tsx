import { limits } from '@repo/contract/page-limits';
import type { Workspace } from '@repo/contract/workspaces';
import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { CreateWebhookDialog } from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhooksQuery } from './webhooks-query.ts';

export function WebhooksPage({ workspace }: { workspace: Workspace }) {
  const isOwner = workspace.role === 'owner';
  const [isCreating, setCreating] = useState(false);
  const query = useQuery({ ...webhooksQuery(workspace.id), enabled: isOwner });
  const webhooks = query.data;
  const create = (
    <Button
      variant="primary"
      disabled={(webhooks?.length ?? 0) >= limits.webhooksPerWorkspace}
      onClick={() => setCreating(true)}
    >
      Create Webhook
    </Button>
  );
  return (
    <div className="mx-auto flex w-full max-w-reading flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Webhooks"
        description={`Send what happens in ${workspace.name} to other software or to a chat, as it happens.`}
        actions={webhooks === undefined || webhooks.length === 0 ? undefined : create}
      />
      <div className="flex flex-col gap-4">
        {!isOwner ? (
          <Card>
            <p className="text-grid text-muted">
              Owners of the workspace set up webhooks. Ask one of them, or use an API key of your
              own.
            </p>
          </Card>
        ) : webhooks === undefined ? (
          <NotLoaded {...query} />
        ) : webhooks.length === 0 ? (
          <EmptyState
            icon={<WebhookIcon />}
            title="No webhooks yet"
            description="Create one for your CRM, an automation, or a channel in Slack or Microsoft Teams."
            action={create}
          />
        ) : (
          <Card title="Webhooks">
            <ul aria-label="Webhooks" className="divide-y divide-line">
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} workspaceId={workspace.id} webhook={webhook} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <CreateWebhookDialog
        workspaceId={workspace.id}
        open={isCreating}
        onOpenChange={setCreating}
      />
    </div>
  );
}

function NotLoaded({
  error,
  isFetching,
  refetch,
}: Pick<ReturnType<typeof useQuery>, 'error' | 'isFetching' | 'refetch'>) {
  if (error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        Failed to load the webhooks
        <span className="block">{failureMessage(error, 'Please try again.')}</span>
      </FailureBanner>
    );
  }
  return (
    <Card title="Webhooks">
      <div className="flex h-24 flex-col gap-3 py-1">
        <output className="sr-only">Loading webhooks...</output>
        <Skeleton className="w-44" />
        <Skeleton className="w-64" />
      </div>
    </Card>
  );
}

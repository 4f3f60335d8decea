import { useQuery } from '@tanstack/react-query';
import { Blocks } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNetworkError, failureMessage } from '#lib/api/api-error.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { specifiedProviders } from '#lib/integrations/specified-providers.ts';
import { mailboxOf } from '#lib/integrations/use-mailbox.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { IntegrationCard } from './card/integration-card.tsx';
import { ConnectPrompt, type ConnectPromptProps } from './connect/connect-prompt.tsx';
import { useOauthReturn } from './connect/use-oauth-return.ts';

// Cards of a row have one height, unless one is long for its connections: the others would be empty.
const gridStyle =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,var(--spacing-integration-card)),1fr))] gap-4 has-[[data-connections]]:items-start';

/** While an administrator has to approve a provider. */
const APPROVAL_POLL_MS = 3_000;

export type IntegrationsPageProps = {
  /** The reason why the user was sent here, if they were. */
  connectPrompt?: Omit<ConnectPromptProps, 'mailbox'> | undefined;
  /** Goes on elsewhere when the user has connected a mailbox, here or at the provider. */
  onMailboxConnected?: (() => void) | undefined;
  /** Other ways to import, after the providers. */
  otherImports?: ReactNode;
};

export function IntegrationsPage({
  connectPrompt,
  onMailboxConnected,
  otherImports,
}: IntegrationsPageProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...integrationsQuery,
    refetchInterval: ({ state }) =>
      state.data?.approvals?.some(({ isApproved }) => !isApproved) === true && APPROVAL_POLL_MS,
  });
  useOauthReturn(data?.providers, { hasFailed: error !== null, onMailboxConnected });
  const retry = () => void refetch();

  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Integrations"
        description="Connect your email, calendar, and other services to sync data with your workspace."
      />
      {connectPrompt === undefined || data === undefined ? null : (
        <ConnectPrompt {...connectPrompt} mailbox={mailboxOf(data)} />
      )}
      {data !== undefined && error !== null ? (
        <FailureBanner retrying={isFetching} onRetry={retry}>
          {`Error: ${loadFailure(error)}`}
        </FailureBanner>
      ) : null}
      {data !== undefined && data.providers.length > 0 ? (
        <div className={gridStyle}>
          {data.providers.map((provider) => (
            <IntegrationCard
              key={provider.id}
              provider={provider}
              connections={data.integrations.filter((one) => one.provider === provider.id)}
              approval={data.approvals?.find((one) => one.provider === provider.id)}
              sandbox={data.sandbox}
              onMailboxConnected={onMailboxConnected}
            />
          ))}
        </div>
      ) : data !== undefined ? (
        <EmptyState
          icon={<Blocks />}
          className="rounded-md border border-line"
          title="Nothing to connect yet"
          description="No email, calendar or call services are set up on this server. Ask your administrator."
        />
      ) : error !== null ? (
        <ErrorState
          title={`Error: ${loadFailure(error)}`}
          description="Your connections are not affected."
          retrying={isFetching}
          onRetry={retry}
        />
      ) : (
        <>
          <output className="sr-only">Loading integrations...</output>
          <div className={gridStyle}>
            {specifiedProviders.map(({ id }) => (
              <IntegrationCardSkeleton key={id} />
            ))}
          </div>
        </>
      )}
      {data === undefined ? null : otherImports}
    </div>
  );
}

function loadFailure(error: Error): string {
  return isNetworkError(error)
    ? 'Failed to load integrations'
    : failureMessage(error, 'Failed to load integrations');
}

function IntegrationCardSkeleton() {
  return (
    <Card
      footer={
        <span className="flex h-input-small items-center gap-2">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-20" />
        </span>
      }
    >
      <div className="flex h-20 flex-col justify-between">
        <span className="flex items-center gap-2">
          <Skeleton className="size-icon" />
          <Skeleton className="w-28" />
        </span>
        <Skeleton className="w-20" />
        <Skeleton className="w-2/3" />
      </div>
    </Card>
  );
}

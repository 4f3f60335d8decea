import type { NotificationKind } from '@repo/contract/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, failureMessage, isNetworkError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { AuthLink } from './auth-link.tsx';
import { AuthPage } from './auth-page.tsx';

const MAILS: Record<NotificationKind, string> = {
  'weekly-digest': 'the weekly digest',
  'morning-mail': 'the morning mail',
  'connection-problem': 'emails about connection problems',
};

const SETTINGS_LINK = <AuthLink to="/import-preferences/settings">All notifications</AuthLink>;

/** The target of the link in an email. Opening it changes nothing and needs no session. */
export function UnsubscribePage({ token }: { token: string }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery(token));
  const unsubscribe = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/notifications/unsubscribe', { query: { token } }),
    onError: () => client.invalidateQueries({ queryKey: subscriptionQuery(token).queryKey }),
  });
  if (data === undefined) {
    if (error === null) {
      return (
        <AuthPage title="Unsubscribe">
          <LoadingState label="Loading..." className="py-0! justify-start!" />
        </AuthPage>
      );
    }
    return error instanceof ApiError && error.status === 404 ? (
      <Unknown />
    ) : (
      <AuthPage title="Unsubscribe">
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          {explain(error, 'Failed to load the subscription.')}
        </FailureBanner>
      </AuthPage>
    );
  }
  const mails = MAILS[data.kind] ?? 'these emails';
  if (unsubscribe.data?.wasSubscribed === true) {
    return (
      <AuthPage
        isOutcome
        title="Unsubscribed"
        description={`${data.email} no longer gets ${mails}.`}
        footer={SETTINGS_LINK}
      />
    );
  }
  if (unsubscribe.data !== undefined || !data.isSubscribed) {
    return (
      <AuthPage
        isOutcome
        title="Already unsubscribed"
        description={`${data.email} does not get ${mails}. There is nothing more to do.`}
        footer={SETTINGS_LINK}
      />
    );
  }
  return (
    <AuthPage
      title="Unsubscribe"
      description={`Stop sending ${mails} to ${data.email}?`}
      footer={SETTINGS_LINK}
    >
      <div className="flex flex-col gap-4">
        {unsubscribe.error === null ? null : (
          <Banner kind="error">{explain(unsubscribe.error, 'Failed to unsubscribe.')}</Banner>
        )}
        <Button
          variant="primary"
          loading={unsubscribe.isPending}
          onClick={() => unsubscribe.mutate()}
        >
          Unsubscribe
        </Button>
      </div>
    </AuthPage>
  );
}

function Unknown() {
  return (
    <AuthPage
      isOutcome
      title="Link not valid"
      description="This link does not belong to a subscription. Sign in to change which emails you get."
      footer={SETTINGS_LINK}
    />
  );
}

const explain = (error: Error, otherwise: string): string =>
  isNetworkError(error)
    ? 'A network error occurred. Please try again.'
    : failureMessage(error, otherwise);

const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['subscription', token],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('POST /api/notifications/open', { body: { token }, signal }),
  });

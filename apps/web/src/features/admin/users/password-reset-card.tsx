import type { User } from '@repo/contract/auth';
import { limits } from '@repo/contract/page-limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { adminKeys } from '../admin-keys.ts';

/** Sends the user a reset link, unless one waits to be used. */
export function PasswordResetCard({ user: { id, email, isActive } }: { user: User }) {
  const client = useQueryClient();
  const status = useQuery({
    queryKey: adminKeys.resetStatus(id),
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/admin/users/{id}/password-reset-status', {
        params: { id },
        signal,
      }),
  });
  const reset = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/admin/users/{id}/password-reset', { params: { id } }),
    onSuccess: () => toast.success(`Password reset sent to ${email}`),
    onError: (error) =>
      toast.error('Failed to initiate password reset', { description: reasonOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.resetStatus(id) }),
  });
  const { hasPendingReset = false, resetToken } = status.data ?? {};
  const initiator = textOf(fieldsOf(resetToken)['initiatorName']);
  return (
    <Card
      title="Password Reset"
      description={`Sends a link to set a new password, valid for ${limits.sentLinkHours} hours. The current password works until then.`}
      footer={
        <Button
          loading={reset.isPending}
          disabled={status.isPending}
          disabledReason={blockedBy(isActive, hasPendingReset)}
          onClick={() => reset.mutate()}
        >
          Send Password Reset
        </Button>
      }
    >
      {status.isPending ? (
        <Skeleton className="my-1 w-56" />
      ) : status.data === undefined ? (
        <FailureBanner retrying={status.isFetching} onRetry={() => void status.refetch()}>
          Failed to load password reset status
          <span className="block">{reasonOf(status.error)}</span>
        </FailureBanner>
      ) : hasPendingReset ? (
        <p className="text-body">
          A password reset is pending
          {initiator === '' ? null : `, sent by ${initiator}`}
          {resetToken ? (
            <>
              {'. It expires '}
              <RelativeTime value={resetToken.expiresAt} />
            </>
          ) : null}
          .
        </p>
      ) : (
        <p className="text-body text-muted">No password reset is pending.</p>
      )}
    </Card>
  );
}

function blockedBy(isActive: boolean, hasPendingReset: boolean): string | undefined {
  if (!isActive) return 'Password reset is not available for inactive accounts';
  if (hasPendingReset) return 'A password reset is already pending for this user';
  return undefined;
}

const reasonOf = (error: Error | null): string => failureMessage(error, 'Please try again.');

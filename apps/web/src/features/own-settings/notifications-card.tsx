import type { NotificationSettings } from '@repo/contract/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { FailureBanner } from '../../ui/feedback/failure-banner.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { TimeZoneSelect } from '../../ui/forms/time-zone-select.tsx';
import { Card } from '../../ui/layout/card.tsx';

const MAILS = [
  {
    name: 'weeklyDigest',
    label: 'Weekly digest',
    hint: 'On Monday morning: the accounts with most and least contact, those going quiet, new accounts, and syncs that fail. Nothing is sent when there is nothing to say.',
  },
  {
    name: 'connectionProblem',
    label: 'Connection problems',
    hint: 'When a mailbox, calendar or call recorder has to be connected again.',
  },
] as const;

/** The emails that the user receives; each change is saved at once. */
export function NotificationsCard({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(notificationsQuery);
  const { chosen, change } = useChange();
  const settings = data && { ...data, ...chosen };
  return (
    <Card title="Email Notifications" description={`Sent to ${email}. Changes are saved at once.`}>
      {settings !== undefined ? (
        <div className="flex flex-col gap-4">
          {MAILS.map(({ name, label, hint }) => (
            <Checkbox
              key={name}
              label={label}
              hint={hint}
              checked={settings[name]}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
          ))}
          <FormField
            label="Time zone"
            hint="The weekly digest is sent on Monday morning in this time zone."
            className="max-w-80"
          >
            <TimeZoneSelect
              value={settings.timeZone ?? undefined}
              placeholder="New York, America (not chosen yet)"
              onValueChange={(timeZone) => change({ timeZone })}
            />
          </FormField>
        </div>
      ) : error === null ? (
        <div className="flex h-24 flex-col gap-3 py-1">
          <output className="sr-only">Loading notifications...</output>
          <Skeleton className="w-44" />
          <Skeleton className="w-64" />
        </div>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your notifications
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      )}
    </Card>
  );
}

const queryKey = ['own-notifications'] as const;

const notificationsQuery = {
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NotificationSettings> =>
    readSettings(await apiRequestOrThrow('GET /api/auth/notifications', { signal })),
};

const readSettings = ({
  weeklyDigest,
  connectionProblem,
  timeZone,
}: NotificationSettings): NotificationSettings => ({
  weeklyDigest: weeklyDigest === true,
  connectionProblem: connectionProblem === true,
  timeZone: typeof timeZone === 'string' && timeZone !== '' ? timeZone : null,
});

type Change = { weeklyDigest?: boolean; connectionProblem?: boolean; timeZone?: string };

/**
 * `chosen` is what the user chose and the server has not stored yet; a failure undoes it. It is a state
 * of the card because the query's cache renders a moment later: the checkbox would jump back meanwhile.
 */
function useChange(): { chosen: Change; change: (change: Change) => void } {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Change>({});
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: (body: Change) => apiRequestOrThrow('PUT /api/auth/notifications', { body }),
    // One after the other, in the order of the changes.
    scope: { id: queryKey[0] },
    onSuccess: async (_, change) => {
      // The response to an earlier request would bring the former settings back.
      await client.cancelQueries({ queryKey });
      client.setQueryData<NotificationSettings>(queryKey, (old) => old && { ...old, ...change });
    },
    onError: (error) => {
      toast.error('Failed to save your notifications', {
        description: failureMessage(error, 'Please try again.'),
      });
      void client.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey: queryKey }) === 1;
      if (isLast) setChosen({});
    },
  });
  return {
    chosen,
    change: (change) => {
      setChosen((earlier) => ({ ...earlier, ...change }));
      mutate(change);
    },
  };
}

import type { Workspace } from '@repo/contract/workspaces';
import { businessTimeZone } from '@repo/domain/time/business-day';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { timeZoneLabel, TimeZoneSelect } from '#ui/forms/time-zone-select.tsx';
import { Card } from '#ui/layout/card.tsx';

/** The interval at which the page asks whether the days are moved. */
const POLL_MS = 3_000;

/** The time zone of a workspace, which its owners can change. */
export function TimeZoneCard({ workspace }: { workspace: Workspace }) {
  const { timeZone = businessTimeZone, nextTimeZone = null, role } = workspace;
  const [chosen, setChosen] = useState<string>();
  const change = useChangeTimeZone(workspace.id);
  // The result is shown through the workspace of the page.
  useQuery({
    ...workspacesQuery,
    refetchInterval: nextTimeZone === null ? false : POLL_MS,
  });
  const current = timeZoneLabel(timeZone);
  const value = chosen ?? nextTimeZone ?? timeZone;
  const isChanged = value !== (nextTimeZone ?? timeZone);
  const save = (zone: string) => change.mutate(zone, { onSuccess: () => setChosen(undefined) });
  return (
    <Card
      title="Time Zone"
      description="Days begin and end at midnight in this time zone, for everyone in the workspace: in the grid, in feeds, in filters and in who is in touch."
    >
      <div className="flex flex-col items-start gap-4">
        {nextTimeZone === null ? null : (
          <Banner
            kind="info"
            className="self-stretch"
            action={
              role === 'owner' ? (
                <Button size="small" loading={change.isPending} onClick={() => save(timeZone)}>
                  Cancel Change
                </Button>
              ) : undefined
            }
          >
            All days are being moved to {timeZoneLabel(nextTimeZone)}. Until that is done, everyone
            sees the days of {current}.
          </Banner>
        )}
        {role === 'owner' ? (
          <>
            <FormField
              label="Time zone"
              hint="Changing it moves all days in the background, which takes a few minutes in a large workspace. Until it is done, everyone sees the old days, and new activities may appear later."
              error={
                change.error === null
                  ? undefined
                  : failureMessage(change.error, 'Failed to change the time zone')
              }
              className="w-full max-w-100"
            >
              <TimeZoneSelect value={value} onValueChange={setChosen} />
            </FormField>
            <Button
              variant="primary"
              disabled={!isChanged}
              loading={change.isPending && isChanged}
              onClick={() => save(value)}
            >
              Change Time Zone
            </Button>
          </>
        ) : (
          <p className="text-grid">
            {current}
            <span className="block text-muted">Owners of the workspace can change it.</span>
          </p>
        )}
      </div>
    </Card>
  );
}

function useChangeTimeZone(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (timeZone: string) =>
      apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/time-zone', {
        params: { workspaceId },
        body: { timeZone },
      }),
    onSuccess: (zones) => {
      client.setQueryData(workspacesQuery.queryKey, (listed) =>
        listed?.map((one) => (one.id === workspaceId ? { ...one, ...zones } : one)),
      );
      toast.success(
        zones.nextTimeZone === null
          ? `The time zone is ${timeZoneLabel(zones.timeZone)}`
          : `Moving all days to ${timeZoneLabel(zones.nextTimeZone)}`,
      );
    },
  });
}

import type { PrivateMeeting } from '@repo/contract/private-meetings';
import { businessDayOf } from '@repo/domain/time/business-day';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { formatOwnInstant, formatWholeDay } from '#lib/time/business-time.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';

const PRIVATE_MEETINGS = ['private-meetings'];
/** Meetings that are shown until all are requested. */
const SHOWN = 10;

/**
 * The meetings that the user's calendars mark as private, each with the choice to share it; nothing while
 * there are none.
 */
export function PrivateMeetings() {
  const client = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: PRIVATE_MEETINGS,
    queryFn: async ({ signal }) => {
      const { meetings } = await apiRequestOrThrow('GET /api/private-meetings', { signal });
      const isUsable = ({ id, startsAt }: PrivateMeeting) =>
        id !== '' && readInstant(startsAt) !== undefined;
      return {
        meetings: readList(meetings, 'private meetings', isUsable, {
          id: 'id',
          title: 'text',
          isAllDay: 'flag',
          isShared: 'flag',
        }),
      };
    },
  });
  const share = useMutation({
    mutationFn: ({ id, isShared }: PrivateMeeting) =>
      apiRequestOrThrow('PUT /api/private-meetings/{meetingId}/share', {
        params: { meetingId: id },
        body: { isShared: !isShared },
      }),
    // In place: the server lists shared meetings first, and one that jumps to the top would be lost from sight.
    onSuccess: (_, { id, isShared }) =>
      client.setQueryData<{ meetings: PrivateMeeting[] }>(
        PRIVATE_MEETINGS,
        (before) =>
          before && {
            meetings: before.meetings.map((one) =>
              one.id === id ? { ...one, isShared: !isShared } : one,
            ),
          },
      ),
    onError: (failure, { isShared }) => {
      toast.error(
        failureMessage(failure, isShared ? 'Failed to keep it private' : 'Failed to share it'),
      );
      return client.invalidateQueries({ queryKey: PRIVATE_MEETINGS });
    },
    onSettled: () => refreshActivities(client),
  });
  if (data === undefined && error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        Failed to load your private meetings
      </FailureBanner>
    );
  }
  if (data === undefined || data.meetings.length === 0) return null;
  const shown = isWhole ? data.meetings : data.meetings.slice(0, SHOWN);
  return (
    <section aria-labelledby="private-meetings" className="flex flex-col gap-2">
      <h2 id="private-meetings" className="font-semibold">
        Private meetings
      </h2>
      <p className="text-muted">
        Only you see the meetings that your calendar marks as private. Share one to show it to
        colleagues like your other meetings.
      </p>
      <ul className="rounded-md border border-line">
        {shown.map((meeting) => (
          <MeetingEntry
            key={meeting.id}
            meeting={meeting}
            disabled={share.isPending}
            loading={share.isPending && share.variables.id === meeting.id}
            onChange={() => share.mutate(meeting)}
          />
        ))}
      </ul>
      {shown.length < data.meetings.length && (
        <Button size="small" className="self-start" onClick={() => setWhole(true)}>
          Show All {data.meetings.length}
        </Button>
      )}
    </section>
  );
}

type EntryProps = {
  meeting: PrivateMeeting;
  disabled: boolean;
  loading: boolean;
  onChange: () => void;
};

function MeetingEntry({ meeting, disabled, loading, onChange }: EntryProps) {
  const { startsAt, isAllDay, isShared } = meeting;
  const title = meeting.title.trim() || 'No title';
  const start = isAllDay
    ? formatWholeDay(businessDayOf(new Date(startsAt)))
    : formatOwnInstant(new Date(startsAt));
  const label = isShared ? 'Keep Private' : 'Share with Colleagues';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex min-w-40 flex-1 flex-col">
        <span className="flex items-center gap-2">
          <span dir="auto" className="min-w-0 truncate">
            {title}
          </span>
          {isShared && <Badge>Shared</Badge>}
        </span>
        <time dateTime={startsAt} className="text-faint">
          {start}
        </time>
      </div>
      <Button
        size="small"
        aria-label={`${label}: ${title}, ${start}`}
        disabled={disabled}
        loading={loading}
        onClick={onChange}
      >
        {label}
      </Button>
    </li>
  );
}

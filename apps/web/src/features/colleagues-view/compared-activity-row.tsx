import type { ComparedActivity, WithheldReason } from '@repo/contract/shares';
import { joinLines } from '@repo/domain/activities/summary';
import { clsx } from 'clsx';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ActivityIcon } from '#lib/activities/activity-icon.tsx';
import { activityName } from '#lib/activities/activity-name.ts';
import { readLevel } from '#lib/sharing/level-texts.ts';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { TableCell, TableRow } from '#ui/display/table.tsx';

const REASONS: Readonly<Record<WithheldReason, string>> = {
  'private-conversation': 'Kept private',
  'private-meeting': 'Marked as private in your calendar',
  'protected-address': 'Has a protected address',
  'hidden-recipient': 'Only in Bcc',
  'workspace-retention': 'Older than the workspace keeps it',
  'participants-only': 'Text only for those who took part',
  'text-not-captured': 'Your mailbox captures no text',
};

type Props = {
  activity: ComparedActivity;
  /** The account's page; undefined if its workspace is not known. */
  accountPath: string | undefined;
};

/** An activity as its user has it, beside what colleagues read of it. */
export function ComparedActivityRow({ activity, accountPath }: Props) {
  const { type, title, shown } = activity;
  const at = readInstant(activity.occurredAt);
  const name = title.trim() || 'No title';
  return (
    <TableRow>
      <TableCell className="w-1/2 max-w-0 align-top!">
        <span className="flex items-start gap-2 py-1.5">
          <ActivityIcon type={type} className="mt-0.5 text-faint" />
          <span className="sr-only">{activityName(type)}: </span>
          <span className="min-w-0 flex-1">
            {shown === null || accountPath === undefined ? (
              <span dir="auto" className="block truncate">
                {name}
              </span>
            ) : (
              <Link
                dir="auto"
                to={`${accountPath}?activity=${encodeURIComponent(shown.id)}`}
                className="block truncate hover:underline"
              >
                {name}
              </Link>
            )}
            {at === undefined ? null : (
              <time
                dateTime={at.toISOString()}
                title={formatExactTime(at)}
                className="block text-faint"
              >
                {formatWholeDay(dayOf(at))}
              </time>
            )}
          </span>
        </span>
      </TableCell>
      <TableCell className="w-1/2 max-w-0 align-top!">
        <span className="block py-1.5">
          <WhatColleaguesRead activity={activity} />
        </span>
      </TableCell>
    </TableRow>
  );
}

function WhatColleaguesRead({ activity }: { activity: ComparedActivity }) {
  const { shown, isByColleague, reason } = activity;
  const why = reason === undefined ? undefined : REASONS[reason];
  if (shown === null) {
    return (
      <Read
        first={
          <>
            <EyeOff aria-hidden className="size-icon-small shrink-0 text-faint" />
            Nothing
          </>
        }
        second={why ?? 'It is being shared now'}
      />
    );
  }
  const by = isByColleague ? `${shown.user.name || 'A colleague'} has it too` : undefined;
  if (readLevel(shown.level) === 'activity') {
    return <Read first="Only the day and the kind" second={by ?? why} />;
  }
  return (
    <Read
      first={shown.title.trim() || 'No title'}
      second={
        by ?? why ?? (readLevel(shown.level) === 'subject' ? 'No text' : joinLines(shown.summary))
      }
    />
  );
}

function Read({ first, second }: { first: ReactNode; second: string | undefined }) {
  return (
    <>
      <span
        dir="auto"
        className={clsx(
          'flex items-center gap-1.5',
          typeof first === 'string' && 'block! truncate',
        )}
      >
        {first}
      </span>
      {second === undefined || second === '' ? null : (
        <span
          dir="auto"
          className="block truncate text-faint max-sm:line-clamp-2 max-sm:whitespace-normal"
        >
          {second}
        </span>
      )}
    </>
  );
}

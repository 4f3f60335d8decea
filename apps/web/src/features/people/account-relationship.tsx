import { touchSentence } from '@repo/domain/relationships/evidence';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { dayLabel } from '#lib/relationships/day-label.ts';
import { StrengthBadge } from '#lib/relationships/strength-badge.tsx';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { relationshipQuery } from './people-query.ts';
import { QuietNote } from './quiet-note.tsx';
import { dayOf } from '#lib/time/workspace-day.ts';

type Props = {
  account: { id: string; name: string };
  /** The address of the account's page. */
  accountPath: string;
};

/** A section of the information panel: how strong the relationship is, with the days behind it. */
export function AccountRelationship(props: Props) {
  return (
    <section>
      <h3 className="mb-2 text-grid font-medium text-muted">Relationship</h3>
      <Content {...props} />
    </section>
  );
}

function Content({ account, accountPath }: Props) {
  const now = useNow();
  const today = dayOf(now);
  const { data, error, refetch, isFetching } = useQuery(relationshipQuery(account.id));
  if (error !== null && data === undefined) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch who is in touch')}
      </FailureBanner>
    );
  }
  if (data === undefined) return <Skeleton className="h-32" />;
  const { relationship } = data;
  if (relationship === null || relationship.lastDay === null || relationship.label === null) {
    const next = relationship?.nextMeetingAt;
    return (
      <div className="flex flex-col gap-2">
        <p className="text-faint">No contact with a person is shared with this workspace</p>
        {next ? (
          <Facts>
            <NextMeeting at={next} now={now} />
          </Facts>
        ) : null}
      </div>
    );
  }
  const { label, lastDay, recentDays, lastDayByUs, lastDayByThem, nextMeetingAt } = relationship;
  const peoplePath = `${accountPath}/people`;
  const dayPath = (day: string) =>
    day === today ? accountPath : `${accountPath}?timeline_end=${day}`;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2">
        <StrengthBadge label={label} />
        <Link to={peoplePath} className="text-grid text-muted hover:underline">
          {touchSentence({ recentDays, lastDay }, today)}
        </Link>
      </p>
      <QuietNote
        subject={{ accountId: account.id }}
        name={account.name}
        facts={relationship}
        daysPath={dayPath(lastDay)}
      />
      <Facts>
        <Fact term="Last contact by us">
          {lastDayByUs === null ? (
            'None'
          ) : (
            <Link to={dayPath(lastDayByUs)} className="hover:underline">
              <time dateTime={lastDayByUs}>{dayLabel(lastDayByUs, today)}</time>
            </Link>
          )}
        </Fact>
        <Fact term="Last contact by them">
          {lastDayByThem === null ? (
            'None'
          ) : (
            <Link to={dayPath(lastDayByThem)} className="hover:underline">
              <time dateTime={lastDayByThem}>{dayLabel(lastDayByThem, today)}</time>
            </Link>
          )}
        </Fact>
        {nextMeetingAt === null ? null : <NextMeeting at={nextMeetingAt} now={now} />}
      </Facts>
    </div>
  );
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">{children}</dl>
);

function NextMeeting({ at, now }: { at: string; now: Date }) {
  return (
    <Fact term="Next meeting">
      <time dateTime={at} title={formatExactTime(new Date(at))}>
        {formatRelativeTime(new Date(at), now)}
      </time>
    </Fact>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

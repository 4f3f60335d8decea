import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { formatLongDay } from '#lib/time/business-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { CheckNow } from './check-now.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { MeetingRow } from './meeting-row.tsx';
import { NewsRow } from './news-row.tsx';
import { QuietRow } from './quiet-row.tsx';
import type { OpenConversations, readToday } from './read-today.ts';
import { todayQuery } from './today-query.ts';
import { TodaySection } from './today-section.tsx';

const TITLE = 'Today';

/** The reader's page Today in this workspace. */
export function TodayPage() {
  useWorkspacePageTitle(TITLE);
  const day = dayOf(useNow());
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-6 px-4 py-6">
      <PageHeader title={TITLE} description={formatLongDay(day)} actions={<CheckNow />} />
      <TodayGroups />
    </div>
  );
}

function TodayGroups() {
  const { id: workspaceId } = useWorkspace();
  const { data, error, refetch, isFetching } = useQuery(todayQuery(workspaceId));
  const isShown = data !== undefined;
  useEffect(() => {
    if (!isShown) return;
    // If it fails, the same is new the next time.
    void apiRequest('POST /api/workspaces/{workspaceId}/today/visit', {
      params: { workspaceId },
    });
  }, [workspaceId, isShown]);
  if (data !== undefined) {
    return (
      <>
        {error === null ? null : (
          <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
            {failureMessage(error, 'Failed to update this page')}
          </FailureBanner>
        )}
        <Groups today={data} />
      </>
    );
  }
  if (error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to load this page')}
      </FailureBanner>
    );
  }
  return <LoadingGroups count={4} />;
}

function LoadingGroups({ count }: { count: number }) {
  return (
    <output className="flex flex-col gap-6">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: count }, (_, group) => (
        <span key={group} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-20" />
        </span>
      ))}
    </output>
  );
}

function Groups({ today }: { today: ReturnType<typeof readToday> }) {
  const workspace = useWorkspace();
  const [address, setAddress] = useSearchParams();
  const openMeeting = address.get('meeting');
  const { meetings, waiting, unanswered, quiet, news } = today;
  const isEmpty = meetings.length + waiting.total + unanswered.total === 0;
  const connected = useConnected({ enabled: isEmpty });
  const toggle = (id: string) =>
    setAddress(
      (params) => {
        if (params.get('meeting') === id) params.delete('meeting');
        else params.set('meeting', id);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      {isEmpty && connected === 'loading' ? (
        <LoadingGroups count={3} />
      ) : isEmpty && connected === 'nothing' ? (
        <NothingConnected />
      ) : (
        <>
          <TodaySection
            title="Meetings"
            description="Yours today and tomorrow, with the accounts of this workspace."
            total={meetings.length}
            empty="No meetings today or tomorrow."
          >
            {meetings.map((meeting, index) => (
              <MeetingRow
                key={meeting.id}
                meeting={meeting}
                isNext={index === 0}
                isOpen={openMeeting === meeting.id}
                onToggle={() => toggle(meeting.id)}
              />
            ))}
          </TodaySection>
          <Conversations
            title="Waiting for your answer"
            description="Emails to you that have had no answer for a working day."
            empty="Nobody is waiting for your answer."
            open={waiting}
          />
          <Conversations
            title="No answer yet"
            description="Your emails that have had no answer for five working days."
            empty="All your emails have been answered."
            open={unanswered}
            isOwn
          />
        </>
      )}
      <TodaySection
        title="Going quiet"
        description="People at accounts you own who have had no contact for six weeks."
        total={quiet.total}
        empty="Nobody at the accounts you own is going quiet."
      >
        {quiet.people.map((person) => (
          <QuietRow key={`${person.account.id} ${person.contact.id}`} person={person} />
        ))}
        {quiet.total > quiet.people.length ? (
          <li className="px-4 py-2.5 text-grid">
            <Link
              to={workspacePath(workspace, 'going-quiet')}
              className="font-medium text-accent-ink hover:underline"
            >
              All people going quiet
            </Link>
          </li>
        ) : null}
      </TodaySection>
      <TodaySection
        title="New since your last visit"
        description="What colleagues added to this workspace."
        total={news.length}
        empty="Nothing was added."
      >
        {news.map((one) => (
          <NewsRow key={`${one.kind} ${one.by.email}`} news={one} />
        ))}
      </TodaySection>
    </>
  );
}

/** Whether the reader has connected anything that this page could show; if that cannot be read, as if so. */
function useConnected({ enabled }: { enabled: boolean }): 'loading' | 'nothing' | 'something' {
  const { data, isPending } = useQuery({ ...integrationsQuery, enabled });
  if (isPending) return 'loading';
  return data?.integrations.some(({ isConnected }) => isConnected) === false
    ? 'nothing'
    : 'something';
}

/** In place of the reader's own meetings and emails. */
function NothingConnected() {
  return (
    <EmptyState
      icon={<CalendarCheck />}
      title="Start with your mailbox and calendar"
      description="You will then see your next meetings, who is waiting for your answer, and who has not answered you."
      className="rounded-md border border-line"
      action={
        <Button asChild variant="primary">
          <Link to="/integrations">Connect Your Mailbox and Calendar</Link>
        </Button>
      }
    />
  );
}

type ConversationsProps = {
  title: string;
  description: string;
  empty: string;
  open: OpenConversations;
  isOwn?: boolean;
};

function Conversations({ open, isOwn = false, ...texts }: ConversationsProps) {
  const { conversations, total } = open;
  return (
    <TodaySection {...texts} total={total}>
      {conversations.map((conversation) => (
        <ConversationRow key={conversation.id} conversation={conversation} isOwn={isOwn} />
      ))}
      {total > conversations.length ? (
        <li className="px-4 py-2.5 text-grid text-muted">
          The {conversations.length} newest of {total} are listed.
        </li>
      ) : null}
    </TodaySection>
  );
}

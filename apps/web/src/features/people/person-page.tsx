import { evidenceFacts } from '@repo/domain/relationships/evidence-facts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ActivityIcon } from '#lib/activities/activity-icon.tsx';
import { activityName } from '#lib/activities/activity-name.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { plural } from '@repo/domain/text/plural';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { StrengthBadge } from '#lib/relationships/strength-badge.tsx';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { RepeatedPageBanner } from '#ui/feedback/repeated-page-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { changePeople } from './change-people.ts';
import { contactName } from './contact-name.ts';
import { hiddenBecause } from './contact-row.tsx';
import { IntroductionLink } from './introduction-link.tsx';
import { isNotFound } from '#lib/api/is-not-found.ts';
import { mailAddress } from '#lib/mail-address.ts';
import { personQuery, personTimelineQuery } from './people-query.ts';
import { PeopleRegion } from './people-region.tsx';
import { PersonMenu } from './person-menu.tsx';
import { QuietNote } from './quiet-note.tsx';
import type { Person } from './read-people.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

/** A person across the accounts of the workspace: who knows them, and what happened. */
export function PersonPage({ personId }: { personId: string }) {
  const workspace = useWorkspace();
  const { id: workspaceId } = workspace;
  const location = useLocation();
  const { data: person, error, refetch, isFetching } = useQuery(personQuery(workspaceId, personId));
  useWorkspacePageTitle(person === undefined ? 'Person' : contactName(person));
  if (person === undefined) {
    return error === null ? (
      <output className="mx-auto flex w-full max-w-list flex-col gap-6 px-4 py-6">
        <span className="sr-only">Loading person...</span>
        <Skeleton className="h-8 w-60" />
        <Skeleton className="h-32" />
      </output>
    ) : (
      <ErrorState
        headingLevel={1}
        title={isNotFound(error) ? 'Person Not Found' : 'This person could not be loaded'}
        description={
          isNotFound(error)
            ? 'Nobody in this workspace is in touch with this person.'
            : failureMessage(error, 'Please try again.')
        }
        retrying={isFetching}
        onRetry={isNotFound(error) ? undefined : () => void refetch()}
        action={
          <Button asChild>
            <Link to={workspacePath(workspace, 'people')}>Back to People</Link>
          </Button>
        }
      />
    );
  }
  // A person who was merged into another is shown as that one, at its address.
  if (person.id !== personId) {
    return (
      <Navigate
        replace
        to={{ pathname: workspacePath(workspace, `people/${person.id}`), search: location.search }}
      />
    );
  }
  const [first] = person.accounts;
  return (
    <PeopleRegion
      label={contactName(person)}
      className="mx-auto flex w-full max-w-list flex-1 flex-col gap-6 px-4 py-6"
    >
      <PageHeader
        leading={<Avatar name={contactName(person)} size="large" />}
        title={<span dir="auto">{contactName(person)}</span>}
        actions={first && <PersonMenu contact={first.contact} accountId={first.id} />}
      />
      <Addresses person={person} />
      <Accounts person={person} />
      <PersonTimeline person={person} />
    </PeopleRegion>
  );
}

/** Addresses that are shown at first; a person can have dozens. */
const MAX_ADDRESSES = 8;

function Addresses({ person }: { person: Person }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const separate = useMutation({
    mutationFn: (address: string) =>
      changePeople(client, {
        run: async () => {
          const { othersId } = await apiRequestOrThrow(
            'POST /api/workspaces/{workspaceId}/people/{personId}/separate',
            { params: { workspaceId: workspace.id, personId: person.id }, body: { address } },
          );
          // The page stays with the others where the person was named after this address.
          if (othersId !== person.id) {
            await navigate(workspacePath(workspace, `people/${othersId}`), { replace: true });
          }
        },
        done: `${address} is a separate person again`,
        failed: 'Failed to separate the address',
      }),
  });
  const [all, setAll] = useState(false);
  const shown = all ? person.addresses : person.addresses.slice(0, MAX_ADDRESSES);
  const hiddenCount = person.addresses.length - shown.length;
  const mergedBy = person.merged.map(({ address, by }) => `${address} was merged by ${by}`);
  return (
    <section aria-label="Addresses">
      <ul className="flex flex-wrap gap-2">
        {shown.map((address) => (
          <li
            key={address}
            className="flex h-button-xsmall max-w-full items-center rounded-sm border border-line-strong pl-2 text-grid"
          >
            <a href={mailAddress(address)} className="min-w-0 truncate pr-2 hover:underline">
              {address}
            </a>
            {person.addresses.length === 1 ? null : (
              <Button
                size="xsmall"
                shape="square"
                variant="bare"
                aria-label={`Separate ${address} from ${contactName(person)}`}
                disabled={separate.isPending}
                onClick={() => separate.mutate(address)}
              >
                <X aria-hidden />
              </Button>
            )}
          </li>
        ))}
        {hiddenCount === 0 ? null : (
          <li>
            <Button size="xsmall" variant="bare" onClick={() => setAll(true)}>
              Show {plural(hiddenCount, 'more address', 'more addresses')}
            </Button>
          </li>
        )}
      </ul>
      {mergedBy.length === 0 ? null : (
        <p className="mt-2 text-grid break-words text-muted">{mergedBy.join('; ')}</p>
      )}
    </section>
  );
}

function Accounts({ person }: { person: Person }) {
  const workspace = useWorkspace();
  const today = dayOf(useNow());
  const { data: me } = useQuery(currentUserQuery);
  return (
    <section aria-labelledby="known-by">
      <h2 id="known-by" className="mb-2 font-medium">
        Who knows them
      </h2>
      <ul className="flex flex-col gap-3">
        {person.accounts.map(({ id, name, contact }) => (
          <li key={id} className="rounded-md border border-line px-4 py-3 text-grid">
            <Link
              to={workspacePath(workspace, `accounts/${id}/people`)}
              className="text-body font-medium hover:underline"
            >
              {name}
            </Link>
            {contact.hidden === null ? (
              <QuietNote
                subject={{ workspaceId: workspace.id, personId: person.id }}
                name={contactName(person)}
                facts={contact}
                daysPath="?"
              />
            ) : (
              <p className="text-muted">{hiddenBecause(contact)}</p>
            )}
            <ul className="mt-1 flex flex-col gap-1">
              {contact.colleagues.map((colleague, index) => (
                <li key={colleague.email} className="flex flex-wrap items-center gap-x-2">
                  <Link
                    to={`?colleague=${encodeURIComponent(colleague.email)}`}
                    className="font-medium hover:underline"
                  >
                    {colleague.name || colleague.email}
                  </Link>
                  <StrengthBadge label={colleague.label} />
                  <span className="text-muted">
                    {evidenceFacts(colleague, today)} · {plural(colleague.days, 'day')} in all
                  </span>
                  {index > 0 || contact.hidden !== null || colleague.email === me?.email ? null : (
                    <IntroductionLink
                      colleague={colleague}
                      personName={contactName(person)}
                      accountName={name}
                    />
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PersonTimeline({ person }: { person: Person }) {
  const workspace = useWorkspace();
  const now = useNow();
  const [address, setAddress] = useSearchParams();
  const colleague = address.get('colleague') ?? undefined;
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    personTimelineQuery(workspace.id, person.id, colleague),
  );
  const activities = data?.pages.flatMap((page) => page.activities);
  const known = person.accounts
    .flatMap(({ contact }) => contact.colleagues)
    .find(({ email }) => email === colleague);
  return (
    <section aria-labelledby="timeline" aria-busy={activities === undefined}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="timeline" className="font-medium">
          {colleague === undefined ? 'Activities' : `Activities with ${known?.name || colleague}`}
        </h2>
        {colleague === undefined ? null : (
          <Button size="small" variant="bare" onClick={() => setAddress({}, { replace: true })}>
            Show All
          </Button>
        )}
      </div>
      {error === null ? null : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          {failureMessage(error, 'Failed to fetch activities')}
        </FailureBanner>
      )}
      {activities === undefined && error === null ? <Skeleton className="h-40" /> : null}
      {activities?.length === 0 ? (
        <p className="text-grid text-muted">No shared activities.</p>
      ) : (
        <ol className="rounded-md border border-line empty:hidden">
          {activities?.map((activity) => (
            <li key={activity.id} className="border-b border-line last:border-0">
              <Link
                to={`${workspacePath(workspace, `accounts/${activity.accountId}`)}?activity=${activity.id}`}
                className="flex items-center gap-2 px-4 py-2 text-grid hover:bg-subtle"
              >
                <ActivityIcon type={activity.type} className="text-faint" />
                <span className="sr-only">{activityName(activity.type)}: </span>
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {activity.title || 'No title'}
                </span>
                <span className="w-40 truncate text-faint max-sm:hidden">
                  {activity.accountName}
                </span>
                <time
                  dateTime={activity.occurredAt}
                  title={formatExactTime(new Date(activity.occurredAt))}
                  className="shrink-0 text-right text-faint sm:w-24"
                >
                  {formatRelativeTime(new Date(activity.occurredAt), now)}
                </time>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage ? (
        <Button
          size="small"
          className="mt-3"
          loading={isFetching}
          onClick={() => void fetchNextPage()}
        >
          Show Older
        </Button>
      ) : data?.pages.at(-1)?.before === undefined ? null : (
        <RepeatedPageBanner className="mt-3" />
      )}
    </section>
  );
}

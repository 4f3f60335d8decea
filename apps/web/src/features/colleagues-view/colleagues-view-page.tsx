import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { ArrowLeft, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { isNotFound } from '#lib/api/is-not-found.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '#ui/display/table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { RepeatedPageBanner } from '#ui/feedback/repeated-page-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ComparedActivityRow } from './compared-activity-row.tsx';
import { comparisonQuery, type Comparison } from './comparison-query.ts';
import { colleaguesText, summaryText } from './summary-text.ts';

const PREFERENCES_PATH = '/import-preferences';

type Props = {
  domainId: string;
  /** Changes how much of the domain colleagues see. */
  renderLevel: (
    domain: { id: string } & Pick<Comparison, 'domain' | 'level' | 'participantsOnly'>,
  ) => ReactNode;
};

/** Shows how colleagues see one domain that the user shares. */
export function ColleaguesViewPage({ domainId, renderLevel }: Props) {
  const query = useInfiniteQuery(comparisonQuery(domainId));
  const { data, error, refetch, isFetching } = query;
  const [first] = data?.pages ?? [];
  usePageTitle('What Colleagues See');
  if (first === undefined && error !== null) {
    const back = (
      <Button asChild>
        <Link to={PREFERENCES_PATH}>Back to Import Preferences</Link>
      </Button>
    );
    return isNotFound(error) ? (
      <EmptyState
        headingLevel={1}
        icon={<EyeOff />}
        title="Not Shared"
        description="You do not share this domain with any of your workspaces, so no colleague sees any of it."
        action={back}
      />
    ) : (
      <ErrorState
        headingLevel={1}
        title="This page could not be loaded"
        description={failureMessage(error, 'Please try again.')}
        retrying={isFetching}
        onRetry={() => void refetch()}
        action={back}
      />
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        leading={
          <Button asChild variant="bare" shape="square" size="small">
            <Link to={PREFERENCES_PATH} aria-label="Back to Import Preferences">
              <ArrowLeft aria-hidden />
            </Link>
          </Button>
        }
        title={
          first === undefined ? 'What Colleagues See' : `What colleagues see of ${first.domain}`
        }
        description={first === undefined ? undefined : `${summaryText(first)}.`}
      />
      {first === undefined ? (
        <output className="flex flex-col gap-3">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-14" />
          <Skeleton className="h-60" />
        </output>
      ) : (
        <>
          {renderLevel({
            id: domainId,
            domain: first.domain,
            level: first.level,
            participantsOnly: first.participantsOnly,
          })}
          <Facts comparison={first} />
          <Activities comparison={first} query={query} />
        </>
      )}
    </div>
  );
}

const SEE: Readonly<Record<number, string>> = { 1: 'sees', 2: 'both see' };

function Facts({ comparison }: { comparison: Comparison }) {
  const { colleagues, isChanging, level, participantsOnly, workspace } = comparison;
  return (
    <div className="flex max-w-reading flex-col gap-1 text-grid text-muted">
      <p>
        {colleagues.total === 0
          ? `No one else is a member of ${workspace.name} yet.`
          : `${colleaguesText(colleagues)} ${SEE[colleagues.total] ?? 'all see'} the same of your activities, and so do members who join later.${participantsOnly === true && level === 'full' ? ' Those who took part in a conversation can read its text, too.' : ''}`}
      </p>
      {isChanging ? (
        <output>The level is being applied. Until then, no one sees more than it allows.</output>
      ) : null}
    </div>
  );
}

type ActivitiesProps = {
  comparison: Comparison;
  query: UseInfiniteQueryResult<InfiniteData<Comparison>>;
};

function Activities({ comparison: { account, workspace, domain }, query }: ActivitiesProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = query;
  const { data: workspaces } = useQuery(workspacesQuery);
  const known = workspaces?.find(({ id }) => id === workspace.id);
  const accountPath = known && workspacePath(known, `accounts/${account.id}`);
  const activities = data?.pages.flatMap((page) => page.activities) ?? [];
  return (
    <section aria-labelledby="compared" className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="compared" className="font-semibold">
          Your activities
        </h2>
        {accountPath ? (
          <Link to={accountPath} className="rounded-sm text-grid text-accent-ink hover:underline">
            Open {account.name}
          </Link>
        ) : null}
      </div>
      {error === null ? null : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          {failureMessage(error, 'Failed to fetch activities')}
        </FailureBanner>
      )}
      {activities.length === 0 ? (
        <p className="text-grid text-muted">{`You have no activities with ${domain} yet.`}</p>
      ) : (
        <Table label={`Your activities with ${domain}`} className="rounded-md border border-line">
          <TableHead>
            <TableRow>
              <TableHeaderCell>You have</TableHeaderCell>
              <TableHeaderCell>Colleagues see</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {activities.map((activity) => (
              <ComparedActivityRow
                key={activity.id}
                activity={activity}
                accountPath={accountPath}
              />
            ))}
          </TableBody>
        </Table>
      )}
      {hasNextPage ? (
        <Button
          size="small"
          className="self-start"
          loading={isFetching}
          onClick={() => void fetchNextPage()}
        >
          Show Older
        </Button>
      ) : data?.pages.at(-1)?.before === undefined ? null : (
        <RepeatedPageBanner />
      )}
    </section>
  );
}

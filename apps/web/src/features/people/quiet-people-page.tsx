import { useQuery } from '@tanstack/react-query';
import { BellOff, Building2 } from 'lucide-react';
import { Link } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { usePageAddress } from '#lib/paged-list/use-page-address.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pagination } from '#ui/paged-table/pagination.tsx';
import { LoadingPeople } from './contact-list.tsx';
import { ContactRow } from './contact-row.tsx';
import { MAX_PAGE, PEOPLE_PAGE_SIZE, quietPeopleQuery } from './people-query.ts';
import { PeopleRegion } from './people-region.tsx';

const TITLE = 'People Going Quiet';

/** The people of all accounts of the workspace who are going quiet, the latest first. */
export function QuietPeoplePage() {
  const workspace = useWorkspace();
  useWorkspacePageTitle(TITLE);
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title={TITLE}
        description="No contact for six weeks, after six days in touch in the twelve weeks before."
        actions={
          <Button asChild size="small">
            <Link to={`${workspacePath(workspace)}?going_quiet=true`}>
              <Building2 aria-hidden />
              Accounts Going Quiet
            </Link>
          </Button>
        }
      />
      <QuietPeople />
    </div>
  );
}

function QuietPeople() {
  const workspace = useWorkspace();
  const { page, goTo } = usePageAddress();
  const shownPage = Math.min(page, MAX_PAGE);
  const { data, error, refetch, isFetching } = useQuery(
    quietPeopleQuery(workspace.id, shownPage - 1),
  );
  if (data === undefined) {
    if (error === null) return <LoadingPeople />;
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch people')}
      </FailureBanner>
    );
  }
  const { people, total } = data;
  if (people.length === 0) {
    return (
      <PeopleRegion label={TITLE}>
        {page === 1 ? (
          <EmptyState
            icon={<BellOff />}
            title="Nobody is going quiet"
            description="People at any account of this workspace appear here, unless a member dismissed them for now."
          />
        ) : (
          <EmptyState
            icon={<BellOff />}
            title="No people on this page"
            action={<Button onClick={() => goTo(1)}>Show First Page</Button>}
          />
        )}
      </PeopleRegion>
    );
  }
  return (
    <PeopleRegion label={TITLE} className="flex flex-col gap-3">
      <ul aria-label={TITLE} className="rounded-md border border-line">
        {people.map(({ account, contact }) => (
          <ContactRow
            key={`${account.id} ${contact.id}`}
            contact={contact}
            account={account}
            accountPath={workspacePath(workspace, `accounts/${account.id}`)}
            personPath={(personId, colleague) =>
              workspacePath(workspace, `people/${personId}`) +
              (colleague === undefined ? '' : `?colleague=${encodeURIComponent(colleague)}`)
            }
          />
        ))}
      </ul>
      <Pagination
        shown={people.length}
        total={total}
        noun={['person', 'people']}
        search=""
        page={shownPage}
        lastPage={Math.max(1, Math.ceil(total / PEOPLE_PAGE_SIZE))}
        onPage={goTo}
      />
    </PeopleRegion>
  );
}

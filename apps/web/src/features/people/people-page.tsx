import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { workspacePath } from '../../lib/workspaces/workspace-path.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureBanner } from '../../ui/feedback/failure-banner.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { Pagination } from '../../ui/paged-table/pagination.tsx';
import { ContactRow } from './contact-row.tsx';
import { NetworkView } from './network-view.tsx';
import { contactsQuery, PEOPLE_PAGE_SIZE } from './people-query.ts';

const TABS = ['people', 'network', 'hidden'] as const;

/** The people of an account: who they are, who knows them, and the network of both. */
export function PeoplePage({ accountId }: { accountId: string }) {
  const workspace = useWorkspace();
  const [address, setAddress] = useSearchParams();
  const shown = TABS.find((tab) => tab === address.get('view')) ?? 'people';
  const { data: accountName = 'Account' } = useQuery({
    queryKey: ['account-name', accountId],
    queryFn: async ({ signal }) => {
      const { workspaceAccount } = await apiRequestOrThrow('GET /api/accounts/{accountId}', {
        params: { accountId },
        signal,
      });
      return workspaceAccount.name;
    },
  });
  usePageTitle(`People of ${accountName}`);
  const accountPath = workspacePath(workspace, `accounts/${encodeURIComponent(accountId)}`);
  const personPath = (personId: string, colleague?: string) =>
    workspacePath(workspace, `people/${personId}`) +
    (colleague === undefined ? '' : `?colleague=${encodeURIComponent(colleague)}`);
  const list = { accountId, accountName, personPath };
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title={`People of ${accountName}`}
        description="Who your workspace is in touch with, and who knows them best. Only what is shared with the workspace counts."
        actions={
          <Button asChild size="small">
            <Link to={accountPath}>
              <ArrowLeft aria-hidden />
              Back to account
            </Link>
          </Button>
        }
      />
      <Tabs
        value={shown}
        onValueChange={(view) => setAddress(view === 'people' ? {} : { view }, { replace: true })}
      >
        <TabList label="People">
          <Tab value="people">People</Tab>
          <Tab value="network">Network</Tab>
          <Tab value="hidden">Hidden</Tab>
        </TabList>
        <TabPanel value="people">
          <ContactList {...list} hidden={false} />
        </TabPanel>
        <TabPanel value="network">
          <NetworkView {...list} />
        </TabPanel>
        <TabPanel value="hidden">
          <ContactList {...list} hidden />
        </TabPanel>
      </Tabs>
    </div>
  );
}

type ContactListProps = {
  accountId: string;
  accountName: string;
  personPath: (personId: string, colleague?: string) => string;
  hidden: boolean;
};

function ContactList({ accountId, accountName, personPath, hidden }: ContactListProps) {
  const [page, setPage] = useState(0);
  const { data, error, refetch, isFetching } = useQuery(contactsQuery(accountId, page, hidden));
  if (data === undefined) {
    if (error === null) return <Loading />;
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch people')}
      </FailureBanner>
    );
  }
  const { people, total } = data;
  if (total === 0 && page === 0) {
    return (
      <EmptyState
        icon={<Users />}
        title={hidden ? 'Nobody is hidden' : 'No people yet'}
        description={
          hidden
            ? 'Automated addresses such as newsletters, members of this workspace, and people whom a member hides are listed here.'
            : 'People appear here once a colleague shares a mail or a meeting with them.'
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ul
        aria-label={hidden ? 'Hidden people' : 'People'}
        className="rounded-md border border-line"
      >
        {people.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            others={hidden ? [] : people.filter(({ id }) => id !== contact.id)}
            accountName={accountName}
            personPath={personPath}
          />
        ))}
      </ul>
      <Pagination
        shown={people.length}
        total={total}
        noun="people"
        search=""
        page={page + 1}
        lastPage={Math.max(1, Math.ceil(total / PEOPLE_PAGE_SIZE))}
        onPage={(next) => setPage(next - 1)}
      />
    </div>
  );
}

function Loading() {
  return (
    <output className="flex flex-col gap-3">
      <span className="sr-only">Loading people...</span>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </output>
  );
}

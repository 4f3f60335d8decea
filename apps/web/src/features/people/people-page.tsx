import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Building2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { textOf } from '#lib/api/read-fields.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { ContactList } from './contact-list.tsx';
import { isNotFound } from '#lib/api/is-not-found.ts';
import { NetworkView } from './network-view.tsx';

const TABS = ['people', 'quiet', 'network', 'hidden'] as const;

/** The people of an account: who they are, who knows them, and the network of both. */
export function PeoplePage({ accountId }: { accountId: string }) {
  const workspace = useWorkspace();
  const [address, setAddress] = useSearchParams();
  const shown = TABS.find((tab) => tab === address.get('view')) ?? 'people';
  const { data: found, error } = useQuery({
    queryKey: ['account-name', accountId],
    queryFn: async ({ signal }) => {
      const { workspaceAccount } = await apiRequestOrThrow('GET /api/accounts/{accountId}', {
        params: { accountId },
        signal,
      });
      return { name: textOf(workspaceAccount.name), workspaceId: workspaceAccount.workspaceId };
    },
  });
  const isElsewhere = found?.workspaceId !== undefined && found.workspaceId !== workspace.id;
  const isMissing = isElsewhere || (found === undefined && isNotFound(error));
  const accountName = found?.name || 'Account';
  useWorkspacePageTitle(isMissing ? 'Account Not Found' : `People at ${accountName}`);
  if (isMissing) {
    return (
      <EmptyState
        headingLevel={1}
        icon={<Building2 />}
        title="Account Not Found"
        description="The account could not be found or you don't have access to it."
        action={
          <Button asChild>
            <Link to={workspacePath(workspace)}>Back to Accounts</Link>
          </Button>
        }
      />
    );
  }
  const accountPath = workspacePath(workspace, `accounts/${encodeURIComponent(accountId)}`);
  const personPath = (personId: string, colleague?: string) =>
    workspacePath(workspace, `people/${personId}`) +
    (colleague === undefined ? '' : `?colleague=${encodeURIComponent(colleague)}`);
  const account = { id: accountId, name: accountName };
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title={`People at ${accountName}`}
        description="Who your workspace is in touch with, and who knows them best. Only what is shared with the workspace counts."
        actions={
          <Button asChild size="small">
            <Link to={accountPath}>
              <ArrowLeft aria-hidden />
              Back to Account
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
          <Tab value="quiet">Going quiet</Tab>
          <Tab value="network">Network</Tab>
          <Tab value="hidden">Hidden</Tab>
        </TabList>
        <TabPanel value="people">
          <ContactList view="people" account={account} personPath={personPath} />
        </TabPanel>
        <TabPanel value="quiet">
          <ContactList view="quiet" account={account} personPath={personPath} />
        </TabPanel>
        <TabPanel value="network">
          <NetworkView accountId={accountId} accountName={accountName} personPath={personPath} />
        </TabPanel>
        <TabPanel value="hidden">
          <ContactList view="hidden" account={account} personPath={personPath} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

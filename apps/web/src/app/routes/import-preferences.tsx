import { AccessRequests } from '#features/domains/access-requests.tsx';
import { PrivateMeetings } from '#features/domains/private-meetings.tsx';
import { PrivateConversations } from '#features/domains/private-conversations.tsx';
import { ProtectedAddresses } from '#features/domains/protected-addresses.tsx';
import { ImportPreferences } from '#features/domains/import-preferences.tsx';
import { CreateWorkspaceAccountDialog } from '#features/import-domain/create-workspace-account-dialog.tsx';
import { ImportDomainDialog } from '#features/import-domain/import-domain-dialog.tsx';
import { HistoryCard } from '#features/history/history-card.tsx';
import { Button } from '#ui/forms/button.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { ShareCompanies } from '../share-companies.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Import Preferences');
  return (
    <ImportPreferences
      renderAddDomain={(dialog) => <ImportDomainDialog {...dialog} />}
      renderCreateAccount={(dialog) => <CreateWorkspaceAccountDialog {...dialog} />}
      earlierActivities={
        isFullServer() ? (
          <>
            <AccessRequests />
            <HistoryCard />
            <ProtectedAddresses />
            <PrivateConversations />
            <PrivateMeetings />
          </>
        ) : undefined
      }
      renderShareSelected={
        isFullServer()
          ? (selected) => (
              <ShareCompanies domains={selected.map(({ domain }) => domain)}>
                {(open) => (
                  <Button
                    size="small"
                    variant="primary"
                    disabled={
                      open === undefined ||
                      selected.every(({ workspaceShares }) => workspaceShares.length > 0)
                    }
                    onClick={open}
                  >
                    Share
                  </Button>
                )}
              </ShareCompanies>
            )
          : undefined
      }
    />
  );
}

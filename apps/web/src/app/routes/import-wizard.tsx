import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { domainsQuery } from '#features/domains/domains-query.ts';
import { ImportWizard } from '#features/import-wizard/import-wizard.tsx';
import { clearResumeTarget, storeResumeTarget } from '#lib/resume-after-connect.ts';
import { Button } from '#ui/forms/button.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { ShareCompanies } from '../share-companies.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Import Accounts');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: domains } = useQuery(domainsQuery);
  const tracked = useMemo(() => new Set(domains?.map(({ domain }) => domain)), [domains]);
  useEffect(clearResumeTarget, []);
  return (
    <ImportWizard
      tracked={tracked}
      onConnectMailbox={() => {
        storeResumeTarget('import');
        void navigate('/integrations');
      }}
      renderShare={
        isFullServer()
          ? (imported) => (
              <ShareCompanies domains={imported}>
                {(open, workspaceName) => (
                  <Button
                    variant="primary"
                    className="max-w-full shrink!"
                    disabled={open === undefined}
                    onClick={open}
                  >
                    <span className="truncate">{`Share with ${workspaceName || 'Your Team'}`}</span>
                  </Button>
                )}
              </ShareCompanies>
            )
          : undefined
      }
      onImported={() => {
        // Also while nothing shows them, so that they are there when the user continues.
        void client.invalidateQueries({ queryKey: domainsQuery.queryKey, refetchType: 'all' });
      }}
    />
  );
}

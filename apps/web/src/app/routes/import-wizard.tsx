import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { domainsQuery } from '../../features/domains/domains-query.ts';
import { ImportWizard } from '../../features/import-wizard/import-wizard.tsx';
import { clearResumeTarget, storeResumeTarget } from '../../lib/resume-after-connect.ts';
import { usePageTitle } from '../../lib/page/page-title.ts';

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
      onImported={() => {
        // Also while nothing shows them, so that they are there when the person goes on.
        void client.invalidateQueries({ queryKey: domainsQuery.queryKey, refetchType: 'all' });
      }}
    />
  );
}

import { ImportPreferences } from '../../features/domains/import-preferences.tsx';
import { CreateWorkspaceAccountDialog } from '../../features/import-domain/create-workspace-account-dialog.tsx';
import { ImportDomainDialog } from '../../features/import-domain/import-domain-dialog.tsx';
import { usePageTitle } from '../../lib/page/page-title.ts';

export function Component() {
  usePageTitle('Import Preferences');
  return (
    <ImportPreferences
      renderAddDomain={(dialog) => <ImportDomainDialog {...dialog} />}
      renderCreateAccount={(dialog) => <CreateWorkspaceAccountDialog {...dialog} />}
    />
  );
}

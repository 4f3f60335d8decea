import { useQueryClient } from '@tanstack/react-query';
import { refreshAccounts } from '../../features/account-changes/refresh-accounts.ts';
import { AccountImportPage } from '../../features/account-import/view/account-import-page.tsx';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  usePageTitle('Import from CSV');
  return <AccountImportPage key={id} onCreated={() => refreshAccounts(client)} />;
}

import { useQueryClient } from '@tanstack/react-query';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { AccountImportPage } from '#features/account-import/view/account-import-page.tsx';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  useWorkspacePageTitle('Import from CSV');
  return <AccountImportPage key={id} onCreated={() => refreshAccounts(client)} />;
}

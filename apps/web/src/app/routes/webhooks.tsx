import { WebhooksPage } from '#features/webhooks/webhooks-page.tsx';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const workspace = useWorkspace();
  useWorkspacePageTitle('Webhooks');
  return <WebhooksPage key={workspace.id} workspace={workspace} />;
}

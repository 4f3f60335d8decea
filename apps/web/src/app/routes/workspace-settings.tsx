import { AssistantsCard } from '#features/workspaces/assistants-card.tsx';
import { ProtectedAddressesCard } from '#features/workspaces/protected-addresses-card.tsx';
import { ShareLevelsCard } from '#features/workspaces/share-levels-card.tsx';
import { TimeZoneCard } from '#features/workspaces/time-zone-card.tsx';
import { WorkspaceDownloadCard } from '#features/workspaces/workspace-download-card.tsx';
import { WorkspaceRetentionCard } from '#features/workspaces/workspace-retention-card.tsx';
import { WebhooksCard } from '#features/workspaces/webhooks-card.tsx';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';

export function Component() {
  const workspace = useWorkspace();
  useWorkspacePageTitle('Workspace Settings');
  return (
    <div className="mx-auto flex w-full max-w-reading flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Workspace Settings"
        description={`What applies to everyone in ${workspace.name}.`}
      />
      <TimeZoneCard key={`time zone ${workspace.id}`} workspace={workspace} />
      <ShareLevelsCard key={`levels ${workspace.id}`} workspace={workspace} />
      <WebhooksCard workspace={workspace} />
      <AssistantsCard key={`assistants ${workspace.id}`} workspace={workspace} />
      <WorkspaceRetentionCard key={`retention ${workspace.id}`} workspace={workspace} />
      <ProtectedAddressesCard key={`protected ${workspace.id}`} workspace={workspace} />
      <WorkspaceDownloadCard key={`download ${workspace.id}`} workspace={workspace} />
    </div>
  );
}

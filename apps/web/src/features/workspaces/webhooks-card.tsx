import type { Workspace } from '@repo/contract/workspaces';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';

export function WebhooksCard({ workspace }: { workspace: Workspace }) {
  if (!isFullServer() || workspace.role !== 'owner') return null;
  return (
    <Card
      title="Webhooks"
      description="Send what happens in this workspace to other software, or to a chat."
      footer={
        <Button asChild>
          <Link to={workspacePath(workspace, 'settings/webhooks')}>Manage Webhooks</Link>
        </Button>
      }
    />
  );
}

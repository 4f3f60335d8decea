import { Building2 } from 'lucide-react';
import { Link } from 'react-router';
import { ApiError, failureMessage } from '../../lib/api/api-error.ts';
import { workspacePath } from '../../lib/workspaces/workspace-path.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { FailureBanner } from '../../ui/feedback/failure-banner.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

type Props = {
  /** The failure to read it; null if it was read and belongs elsewhere. */
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
};

export function AccountNotFound({ error, onRetry, retrying }: Props) {
  const workspace = useWorkspace();
  const mayComeBack = error !== null && !isRefusal(error);
  return (
    <EmptyState
      headingLevel={1}
      icon={<Building2 />}
      title="Account Not Found"
      description="The account could not be found or you don't have access to it."
      action={
        <div className="flex flex-col items-center gap-4">
          {mayComeBack ? (
            <FailureBanner retrying={retrying} onRetry={onRetry}>
              {failureMessage(error, 'Failed to fetch account')}
            </FailureBanner>
          ) : null}
          <Button asChild>
            <Link to={workspacePath(workspace)}>Back to Accounts</Link>
          </Button>
        </div>
      }
    />
  );
}

/** The server has decided: a retry changes nothing. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status !== undefined && error.status < 500;
}

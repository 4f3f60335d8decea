import { Building2 } from 'lucide-react';
import { Link } from 'react-router';
import { failureMessage, isNotFound } from '#lib/api/api-error.ts';
import { isFullServer } from '#lib/server-level.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

const NOT_FOUND = 'Account Not Found';

/**
 * The title in place of an account. A server of the specification alone gets the title of the
 * specification for any failure.
 */
export const missingAccountTitle = (error: Error | null): string =>
  error === null || isNotFound(error) || !isFullServer()
    ? NOT_FOUND
    : 'This account could not be loaded';

type Props = {
  /** The failure to read it; null if it was read and belongs elsewhere. */
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
};

export function AccountNotFound({ error, onRetry, retrying }: Props) {
  const workspace = useWorkspace();
  const title = missingAccountTitle(error);
  const back = (
    <Button asChild>
      <Link to={workspacePath(workspace)}>Back to Accounts</Link>
    </Button>
  );
  if (title !== NOT_FOUND) {
    return (
      <ErrorState
        headingLevel={1}
        title={title}
        description={failureMessage(error, 'Failed to fetch account')}
        retrying={retrying}
        onRetry={onRetry}
        action={back}
      />
    );
  }
  return (
    <EmptyState
      headingLevel={1}
      icon={<Building2 />}
      title={title}
      description="The account could not be found or you don't have access to it."
      action={
        <div className="flex flex-col items-center gap-4">
          {error === null || isNotFound(error) ? null : (
            <FailureBanner retrying={retrying} onRetry={onRetry}>
              {failureMessage(error, 'Failed to fetch account')}
            </FailureBanner>
          )}
          {back}
        </div>
      }
    />
  );
}

import type { Workspace } from '@repo/contract/workspaces';
import { Building2, SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridRows } from '../data/use-grid-rows.ts';

type AccountsMessageProps = {
  rows: GridRows;
  isEmpty: boolean;
  isNarrowed: boolean;
  workspace: Workspace;
  /** The first steps are shown above the grid. */
  isNewHere: boolean;
  onClear: () => void;
  onNewAccount: () => void;
};

/** The message below the grid: why it could not be loaded, that it has moved, or that it is empty. */
export function AccountsMessage({
  rows,
  isEmpty,
  isNarrowed,
  workspace,
  isNewHere,
  onClear,
  onNewAccount,
}: AccountsMessageProps) {
  if (rows.problem !== undefined) {
    return (
      <FailureBanner
        className="m-3 shrink-0"
        retrying={rows.isFetching}
        onRetry={() => void rows.refresh()}
      >
        {rows.problem}
      </FailureBanner>
    );
  }
  if (rows.hasMoved) {
    return (
      <div className="pointer-events-none sticky bottom-4 z-1 flex h-0 items-end justify-center">
        <Button size="small" className="pointer-events-auto shadow-float" onClick={rows.showMoved}>
          The list has changed. Show
        </Button>
      </div>
    );
  }
  if (!isEmpty) return null;
  return isNarrowed ? (
    <EmptyState
      icon={<SearchX />}
      title="No accounts match"
      description="No accounts match your search and filters."
      action={<Button onClick={onClear}>Clear All</Button>}
    />
  ) : (
    <EmptyState
      icon={<Building2 />}
      title="No accounts yet"
      description={
        isNewHere
          ? `Each company shared with ${workspace.name} gets a row here: 21 days of email, meetings and calls.`
          : `Accounts are the companies that ${workspace.name} is in touch with. Add the first one.`
      }
      action={
        <>
          <Button variant={isNewHere ? 'default' : 'primary'} onClick={onNewAccount}>
            New Account
          </Button>
          {isFullServer() ? (
            <Button asChild>
              <Link to={workspacePath(workspace, 'import-accounts')}>Import from CSV</Link>
            </Button>
          ) : null}
        </>
      }
    />
  );
}

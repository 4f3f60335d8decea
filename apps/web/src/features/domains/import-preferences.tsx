import type { TrackedDomain } from '@repo/contract/domains';
import type { Workspace } from '@repo/contract/workspaces';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { useMailbox } from '#lib/integrations/use-mailbox.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { rangeTo, useSelection } from '#lib/selection/use-selection.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { NewShareLevel } from './new-share-level.tsx';
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { DomainTable, DomainTableSkeleton, type AccountRequired } from './domain-table.tsx';

import { domainsQuery } from './domains-query.ts';
import { RemoveDomainDialog } from './remove-domain-dialog.tsx';

const WIZARD_PATH = '/import-preferences/import';

type DialogState = { open: boolean; onOpenChange: (open: boolean) => void };

export type ImportPreferencesProps = {
  /** The dialog that tracks one more domain. */
  renderAddDomain: (dialog: DialogState & { onImported: () => void }) => ReactNode;
  /** The dialog that creates the account that sharing needs. */
  renderCreateAccount: (
    dialog: DialogState & {
      domain: string;
      workspace: Workspace;
      level: ShareLevel | undefined;
      onCreated: () => void;
    },
  ) => ReactNode;
  /** The button that shares the selected domains; undefined where only one is shared at a time. */
  renderShareSelected?: ((domains: readonly TrackedDomain[]) => ReactNode) | undefined;
  /** Imports activities from before the regular window; undefined if that is not offered. */
  earlierActivities?: ReactNode;
};

/** The domains that a user tracks, and with which workspace each of them is shared. */
export function ImportPreferences({
  renderAddDomain,
  renderCreateAccount,
  renderShareSelected,
  earlierActivities,
}: ImportPreferencesProps) {
  const client = useQueryClient();
  const { data: domains, error, isFetching, refetch } = useQuery(domainsQuery);
  const { data: workspaces } = useQuery(workspacesQuery);
  const { name: mailbox } = useMailbox();
  const [adding, setAdding] = useState(false);
  const [newLevel, setNewLevel] = useState<ShareLevel>();
  const removal = useDialogSubject<TrackedDomain>();
  const account = useDialogSubject<AccountRequired>();
  const selection = useSelection<TrackedDomain>();
  const bulk = useDialogSubject<{ action: BulkAction; domains: TrackedDomain[] }>();
  // Domains removed elsewhere leave the selection.
  const selected = domains?.filter(({ id }) => selection.selected.has(id)) ?? [];
  const refresh = () => {
    refreshActivities(client);
    void client.invalidateQueries({ queryKey: domainsQuery.queryKey });
  };
  const forget = ({ id }: TrackedDomain) => {
    client.setQueryData(domainsQuery.queryKey, (known) => known?.filter((one) => one.id !== id));
    removal.close();
    refresh();
  };
  const accountWorkspace = workspaces?.find(({ id }) => id === account.subject?.workspaceId);

  return (
    <div className="mx-auto flex w-full max-w-list @container flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Import Preferences"
        description="Manage your personal domain tracking. To share a domain to a workspace, select the workspace from the Sharing column."
        actions={
          <>
            <Button asChild>
              <Link to={WIZARD_PATH}>{`Import from ${mailbox}`}</Link>
            </Button>
            <Button variant="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              New Domain
            </Button>
          </>
        }
      />
      {domains !== undefined && error !== null ? (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Error: Failed to refresh domains
        </FailureBanner>
      ) : null}
      {domains !== undefined && domains.length > 0 ? (
        <NewShareLevel workspaces={workspaces} level={newLevel} onChange={setNewLevel} />
      ) : null}
      {domains !== undefined && domains.length > 0 ? (
        <DomainTable
          domains={domains}
          newLevel={newLevel}
          onRemove={removal.show}
          onAccountRequired={account.show}
          selection={
            renderShareSelected && {
              ids: new Set(selected.map(({ id }) => id)),
              onSelect: selection.select,
              onExtend: (to) => selection.extend(rangeTo(domains, selection.anchor, to)),
            }
          }
        />
      ) : domains !== undefined ? (
        <NoDomains mailbox={mailbox} />
      ) : error === null ? (
        <DomainTableSkeleton />
      ) : (
        <ErrorState
          title={`Error: ${failureMessage(error, 'Failed to fetch domains')}`}
          description="Failed to load your domains. Try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {renderShareSelected !== undefined && selected.length > 0 ? (
        <SelectionBar
          selected={selected}
          share={renderShareSelected(selected)}
          onAct={(action) => bulk.show({ action, domains: selected })}
          onClear={selection.clear}
        />
      ) : null}
      {bulk.subject === undefined ? null : (
        <BulkDialog
          {...bulk.subject}
          open={bulk.open}
          onOpenChange={bulk.onOpenChange}
          onEnded={(failed) => {
            refresh();
            if (failed.length > 0) return;
            bulk.close();
            selection.clear();
          }}
        />
      )}
      {domains === undefined ? null : earlierActivities}
      {renderAddDomain({ open: adding, onOpenChange: setAdding, onImported: refresh })}
      {removal.subject === undefined ? null : (
        <RemoveDomainDialog
          domain={removal.subject}
          open={removal.open}
          onOpenChange={removal.onOpenChange}
          onRemoved={forget}
        />
      )}
      {account.subject === undefined || accountWorkspace === undefined
        ? null
        : renderCreateAccount({
            open: account.open,
            onOpenChange: account.onOpenChange,
            domain: account.subject.domain.domain,
            workspace: accountWorkspace,
            level: account.subject.level,
            onCreated: refresh,
          })}
    </div>
  );
}

function NoDomains({ mailbox }: { mailbox: string }) {
  return (
    <EmptyState
      icon={<Globe />}
      className="rounded-md border border-line"
      title="No domains yet"
      description="Track the companies that you are in touch with by their email domains. Your activity with them is private until you share a domain with a workspace."
      action={
        <Button asChild variant="primary">
          <Link to={WIZARD_PATH}>{`Discover Accounts in Your ${mailbox}`}</Link>
        </Button>
      }
    />
  );
}

import { defaultWorkspace } from '@repo/domain/default-workspace';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { domainsQuery } from '#features/domains/domains-query.ts';
import { ShareDialog } from '#features/share-companies/share-dialog.tsx';
import { readActiveWorkspace } from '#features/workspaces/active-workspace.ts';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';

type Props = {
  /** The domains to share; all that are shared nowhere when absent. */
  domains?: readonly string[] | undefined;
  /** In place of the workspace that the user was in last. */
  workspaceId?: string | undefined;
  /** The button that opens the dialog, for the workspace it proposes; null while nothing can be shared. */
  children: (open: (() => void) | undefined, workspaceName: string) => ReactNode;
};

/** Offers to share companies with a workspace, from any page. */
export function ShareCompanies({ domains, workspaceId, children }: Props) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { data: workspaces } = useQuery(workspacesQuery);
  const { data: tracked } = useQuery(domainsQuery);
  const wanted = domains && new Set(domains);
  const domainIds = (tracked ?? [])
    .filter(({ domain, workspaceShares }) =>
      wanted === undefined ? workspaceShares.length === 0 : wanted.has(domain),
    )
    .map(({ id }) => id);
  const proposed =
    workspaces?.find(({ id }) => id === workspaceId) ??
    (workspaces && defaultWorkspace(workspaces, readActiveWorkspace(workspaces)));
  const isPossible = proposed !== undefined && domainIds.length > 0;
  return (
    <>
      {children(isPossible ? () => setIsOpen(true) : undefined, proposed?.name ?? '')}
      {workspaces === undefined ? null : (
        <ShareDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          domainIds={domainIds}
          workspaces={workspaces}
          defaultWorkspaceId={proposed?.id}
          onShared={() => {
            refreshActivities(client);
            void client.invalidateQueries({ queryKey: domainsQuery.queryKey });
          }}
        />
      )}
    </>
  );
}

import type { AdminOrganization } from '@repo/contract/admin';
import { organizationSlugProblem } from '@repo/contract/slug';
import { Building2, FolderPlus, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { usePagedList, type PageQuery } from '#lib/paged-list/use-paged-list.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { Button } from '#ui/forms/button.tsx';
import { PagedTable, type Column } from '#ui/paged-table/paged-table.tsx';
import { Truncated } from '#ui/display/truncated.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { ArchivedBadge } from '../changes/archive-dialog.tsx';
import { useChanges } from '../changes/use-changes.tsx';
import { NewOrganizationDialog } from './new-organization-dialog.tsx';
import { NewWorkspaceDialog } from '../workspaces/new-workspace-dialog.tsx';
import { RequireFactorDialog } from '../require-factor-dialog.tsx';
import { createdColumn, hiddenWhenNarrow, membersColumn, slugColumn } from '../shared-columns.tsx';

export function OrganizationsPage() {
  const [adding, setAdding] = useState(false);
  const workspace = useDialogSubject<AdminOrganization>();
  const factor = useDialogSubject<AdminOrganization>();
  const send = useSend();
  const navigate = useNavigate();
  const list = usePagedList({
    queryKey: adminKeys.organizations,
    fetchPage: fetchOrganizations,
    failure: 'Failed to fetch organizations',
    kinds: {
      id: 'id',
      name: 'text',
      slug: 'text',
      workspaceCount: 'count',
      memberCount: 'count',
    },
    isUsable: ({ name, slug }) => name !== '' || slug !== '',
  });
  const changes = useChanges<AdminOrganization>({
    noun: 'organization',
    prefixOf: () => '/',
    validateSlug: organizationSlugProblem,
    consequences: CONSEQUENCES,
    change: async (id, body) =>
      (await send('PATCH /api/admin/organizations/{id}', { params: { id }, body })).error,
    archive: (id, archived) =>
      apiRequestOrThrow('PUT /api/admin/organizations/{id}/archived', {
        params: { id },
        body: { archived },
      }),
    buttons: [
      {
        labelOf: ({ name }) => `Single sign-on of ${name}`,
        icon: <KeyRound />,
        onClick: ({ id }) => void navigate(`/admin/organizations/${id}/single-sign-on`),
      },
      {
        labelOf: ({ name }) => `New workspace in ${name}`,
        icon: <FolderPlus />,
        onClick: workspace.show,
      },
    ],
  });
  const add = isFullServer() ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New Organization
    </Button>
  ) : undefined;
  return (
    <AdminPage title="Platform Organizations" actions={add}>
      <PagedTable
        list={list}
        columns={[
          ...COLUMNS,
          ...(isFullServer() ? [factorColumn(factor.show)] : []),
          ...changes.columns,
        ]}
        keyOf={({ id, slug }) => id || slug}
        label="Platform Organizations"
        noun={['organization', 'organizations']}
        searchPlaceholder="Search organizations by name or slug..."
        empty={{
          icon: <Building2 />,
          title: 'No organizations yet',
          description: 'An organization groups the workspaces of a company.',
          action: add,
        }}
      />
      <NewOrganizationDialog open={adding} onOpenChange={setAdding} />
      <NewWorkspaceDialog
        organization={workspace.subject}
        open={workspace.open}
        onOpenChange={workspace.onOpenChange}
      />
      {factor.subject === undefined ? null : (
        <RequireFactorDialog
          key={factor.subject.id}
          whom={`the members of ${factor.subject.name}`}
          isRequired={readInstant(factor.subject.secondFactorFrom) !== undefined}
          send={(body) =>
            send('PUT /api/admin/organizations/{id}/second-factor', {
              params: { id: factor.subject?.id ?? '' },
              body,
            })
          }
          open={factor.open}
          onOpenChange={factor.onOpenChange}
        />
      )}
      {changes.dialogs}
    </AdminPage>
  );
}

const CONSEQUENCES = {
  archive:
    'Its workspaces are archived with it: their members no longer see them. Nothing is deleted, and it can be unarchived at any time.',
  unarchive: 'The workspaces that were archived with it are unarchived as well.',
};

const fetchOrganizations = (query: PageQuery, signal: AbortSignal) =>
  apiRequestOrThrow('GET /api/admin/organizations', { query, signal });

const factorColumn = (
  onOpen: (organization: AdminOrganization) => void,
): Column<AdminOrganization> => ({
  header: 'Second Factor',
  cell: (organization) => {
    const state = factorState(readInstant(organization.secondFactorFrom));
    return (
      <Button
        variant="bare"
        size="xsmall"
        aria-label={`${state}: second factor of ${organization.name}`}
        onClick={() => onOpen(organization)}
      >
        {state}
      </Button>
    );
  },
});

function factorState(from: Date | undefined): string {
  if (from === undefined) return 'Optional';
  return from.getTime() <= Date.now() ? 'Required' : 'Announced';
}

const COLUMNS: readonly Column<AdminOrganization>[] = [
  {
    header: 'Name',
    className: 'max-w-64',
    cell: (organization) => (
      <span className="flex items-center gap-2">
        <Truncated className="font-medium">{organization.name}</Truncated>
        <ArchivedBadge subject={organization} />
      </span>
    ),
  },
  slugColumn,
  {
    header: 'Workspaces',
    numeric: true,
    cell: ({ slug, workspaceCount }) => (
      <Link
        to={`/admin/workspaces?search=${encodeURIComponent(slug)}`}
        className="rounded-sm tabular-nums hover:underline"
      >
        {workspaceCount}
      </Link>
    ),
  },
  membersColumn,
  { ...createdColumn, className: hiddenWhenNarrow },
];

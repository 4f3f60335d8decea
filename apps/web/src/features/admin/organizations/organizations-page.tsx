import type { AdminOrganization } from '@repo/contract/admin';
import { organizationSlugProblem } from '@repo/contract/slug';
import { Building2, FolderPlus, Pencil, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { usePagedList, type PageQuery } from '#lib/paged-list/use-paged-list.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { PagedTable, type Column } from '#ui/paged-table/paged-table.tsx';
import { Truncated } from '#ui/display/truncated.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { ArchiveButton, ArchiveDialog, ArchivedBadge } from '../changes/archive-dialog.tsx';
import { ChangeDialog } from '../changes/change-dialog.tsx';
import { NewOrganizationDialog } from './new-organization-dialog.tsx';
import { NewWorkspaceDialog } from '../workspaces/new-workspace-dialog.tsx';
import { createdColumn, membersColumn, slugColumn } from '../shared-columns.tsx';

export function OrganizationsPage() {
  const [adding, setAdding] = useState(false);
  const workspace = useDialogSubject<AdminOrganization>();
  const changed = useDialogSubject<AdminOrganization>();
  const archived = useDialogSubject<AdminOrganization>();
  const send = useSend();
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
  const { show } = workspace;
  const canAdd = isFullServer();
  const addWorkspace = canAdd ? show : undefined;
  const change = isFullServer() ? changed.show : undefined;
  const archive = isFullServer() ? archived.show : undefined;
  const columns = useMemo(
    () => columnsWith({ addWorkspace, change, archive }),
    [addWorkspace, change, archive],
  );
  const add = canAdd ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New Organization
    </Button>
  ) : undefined;
  return (
    <AdminPage title="Platform Organizations" actions={add}>
      <PagedTable
        list={list}
        columns={columns}
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
      {changed.subject === undefined ? null : (
        <ChangeDialog
          key={changed.subject.id}
          subject={changed.subject}
          noun="organization"
          prefix="/"
          validateSlug={organizationSlugProblem}
          send={async (body) => {
            const params = { id: changed.subject?.id ?? '' };
            return (await send('PATCH /api/admin/organizations/{id}', { params, body })).error;
          }}
          open={changed.open}
          onOpenChange={changed.onOpenChange}
        />
      )}
      {archived.subject === undefined ? null : (
        <ArchiveDialog
          key={archived.subject.id}
          subject={archived.subject}
          consequences={CONSEQUENCES}
          send={(isArchived) =>
            apiRequestOrThrow('PUT /api/admin/organizations/{id}/archived', {
              params: { id: archived.subject?.id ?? '' },
              body: { archived: isArchived },
            })
          }
          open={archived.open}
          onOpenChange={archived.onOpenChange}
        />
      )}
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

const columnsWith = (actions: Actions): readonly Column<AdminOrganization>[] =>
  Object.values(actions).every((action) => action === undefined)
    ? COLUMNS
    : [...COLUMNS, actionsColumn(actions)];

type Action = (organization: AdminOrganization) => void;
/** The actions on an organization; undefined where the server does not offer them. */
type Actions = Record<'addWorkspace' | 'change' | 'archive', Action | undefined>;

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
  createdColumn,
];

const actionsColumn = ({ addWorkspace, change, archive }: Actions): Column<AdminOrganization> => ({
  header: 'Actions',
  headerHidden: true,
  className: 'w-0 px-1!',
  cell: (organization) => (
    <span className="flex">
      {addWorkspace === undefined ? null : (
        <IconButton
          label={`New workspace in ${organization.name}`}
          icon={<FolderPlus />}
          onClick={() => addWorkspace(organization)}
        />
      )}
      {change === undefined ? null : (
        <IconButton
          label={`Change ${organization.name}`}
          icon={<Pencil />}
          onClick={() => change(organization)}
        />
      )}
      {archive === undefined ? null : (
        <ArchiveButton subject={organization} onClick={() => archive(organization)} />
      )}
    </span>
  ),
});

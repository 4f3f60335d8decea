import type { AdminWorkspace } from '@repo/contract/admin';
import { workspaceSlugProblem } from '@repo/contract/slug';
import { FolderKanban, Pencil, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { apiRequestOrThrow } from '../../../lib/api/api-request.ts';
import { fieldsOf, textOf } from '../../../lib/api/read-fields.ts';
import { hasFeature } from '../../../lib/features.ts';
import { useDialogSubject } from '../../../lib/hooks/use-dialog-subject.ts';
import { useSend } from '../../../lib/session/use-send.ts';
import { usePagedList, type PageQuery } from '../../../lib/paged-list/use-paged-list.ts';
import { IconButton } from '../../../ui/forms/icon-button.tsx';
import { Button } from '../../../ui/forms/button.tsx';
import { PagedTable, type Column } from '../../../ui/paged-table/paged-table.tsx';
import { Truncated } from '../../../ui/display/truncated.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { ChangeDialog } from '../changes/change-dialog.tsx';
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx';
import { createdColumn, membersColumn, slugColumn } from '../shared-columns.tsx';
import { WorkspaceName } from './workspace-name.tsx';

const COLUMNS: readonly Column<AdminWorkspace>[] = [
  {
    header: 'Name',
    className: 'max-w-64',
    cell: ({ id, name }) => <WorkspaceName id={id}>{name}</WorkspaceName>,
  },
  slugColumn,
  {
    header: 'Organization',
    className: 'max-w-56',
    cell: ({ organization }) => <Truncated>{organizationName(organization)}</Truncated>,
  },
  membersColumn,
  createdColumn,
];

const organizationName = (organization: unknown): string => textOf(fieldsOf(organization)['name']);

export function WorkspacesPage() {
  const [adding, setAdding] = useState(false);
  const changed = useDialogSubject<AdminWorkspace>();
  const send = useSend();
  const canChange = hasFeature('administration');
  const { show } = changed;
  const columns = useMemo(
    () => (canChange ? [...COLUMNS, actionsColumn(show)] : COLUMNS),
    [canChange, show],
  );
  const list = usePagedList({
    queryKey: adminKeys.workspaces,
    fetchPage: fetchWorkspaces,
    failure: 'Failed to fetch workspaces',
    kinds: { id: 'id', name: 'text', slug: 'text', memberCount: 'count' },
    isUsable: ({ name, slug }) => name !== '' || slug !== '',
  });
  const add = hasFeature('new-workspaces') ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New Workspace
    </Button>
  ) : undefined;
  return (
    <AdminPage title="Platform Workspaces" actions={add}>
      <PagedTable
        list={list}
        columns={columns}
        keyOf={({ id, slug, organization }) => id || `${organizationName(organization)}/${slug}`}
        label="Platform Workspaces"
        noun="workspaces"
        searchPlaceholder="Search workspaces by name, slug, or organization..."
        empty={{
          icon: <FolderKanban />,
          title: 'No workspaces yet',
          description:
            'Workspaces are where teams share accounts and see who is in touch with whom.',
          action: add,
        }}
      />
      <NewWorkspaceDialog open={adding} onOpenChange={setAdding} />
      {changed.subject === undefined ? null : (
        <ChangeDialog
          key={changed.subject.id}
          subject={changed.subject}
          noun="workspace"
          prefix={`/${slugOf(changed.subject.organization)}/`}
          validateSlug={workspaceSlugProblem}
          send={async (body) => {
            const params = { id: changed.subject?.id ?? '' };
            return (await send('PATCH /api/admin/workspaces/{id}', { params, body })).error;
          }}
          open={changed.open}
          onOpenChange={changed.onOpenChange}
        />
      )}
    </AdminPage>
  );
}

const slugOf = (organization: unknown): string => textOf(fieldsOf(organization)['slug']);

const actionsColumn = (change: (workspace: AdminWorkspace) => void): Column<AdminWorkspace> => ({
  header: 'Actions',
  headerHidden: true,
  className: 'w-0 px-1!',
  cell: (workspace) => (
    <IconButton
      label={`Change ${workspace.name}`}
      icon={<Pencil />}
      onClick={() => change(workspace)}
    />
  ),
});

const fetchWorkspaces = (query: PageQuery, signal: AbortSignal) =>
  apiRequestOrThrow('GET /api/admin/workspaces', { query, signal });

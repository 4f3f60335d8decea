import type { AdminWorkspace } from '@repo/contract/admin';
import { workspaceSlugProblem } from '@repo/contract/slug';
import { FolderKanban, Plus } from 'lucide-react';
import { useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useSend } from '#lib/session/use-send.ts';
import { usePagedList, type PageQuery } from '#lib/paged-list/use-paged-list.ts';
import { Button } from '#ui/forms/button.tsx';
import { PagedTable, type Column } from '#ui/paged-table/paged-table.tsx';
import { Truncated } from '#ui/display/truncated.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { ArchivedBadge } from '../changes/archive-dialog.tsx';
import { useChanges } from '../changes/use-changes.tsx';
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx';
import { createdColumn, membersColumn, slugColumn } from '../shared-columns.tsx';
import { WorkspaceName } from './workspace-name.tsx';

const COLUMNS: readonly Column<AdminWorkspace>[] = [
  {
    header: 'Name',
    className: 'max-w-64',
    cell: (workspace) => (
      <span className="flex items-center gap-2">
        <WorkspaceName id={workspace.id}>{workspace.name}</WorkspaceName>
        <ArchivedBadge subject={workspace} />
      </span>
    ),
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
  const send = useSend();
  const changes = useChanges<AdminWorkspace>({
    noun: 'workspace',
    prefixOf: ({ organization }) => `/${slugOf(organization)}/`,
    validateSlug: workspaceSlugProblem,
    consequences: CONSEQUENCES,
    change: async (id, body) =>
      (await send('PATCH /api/admin/workspaces/{id}', { params: { id }, body })).error,
    archive: (id, archived) =>
      apiRequestOrThrow('PUT /api/admin/workspaces/{id}/archived', {
        params: { id },
        body: { archived },
      }),
  });
  const list = usePagedList({
    queryKey: adminKeys.workspaces,
    fetchPage: fetchWorkspaces,
    failure: 'Failed to fetch workspaces',
    kinds: { id: 'id', name: 'text', slug: 'text', memberCount: 'count' },
    isUsable: ({ name, slug }) => name !== '' || slug !== '',
  });
  const add = isFullServer() ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New Workspace
    </Button>
  ) : undefined;
  return (
    <AdminPage title="Platform Workspaces" actions={add}>
      <PagedTable
        list={list}
        columns={[...COLUMNS, ...changes.columns]}
        keyOf={({ id, slug, organization }) => id || `${organizationName(organization)}/${slug}`}
        label="Platform Workspaces"
        noun={['workspace', 'workspaces']}
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
      {changes.dialogs}
    </AdminPage>
  );
}

const CONSEQUENCES = {
  archive:
    'Its members no longer see it and its accounts. Nothing is deleted, and what is shared with it is kept up to date, so that it can be unarchived at any time.',
  unarchive: 'Its members see it and its accounts again.',
};

const slugOf = (organization: unknown): string => textOf(fieldsOf(organization)['slug']);

const fetchWorkspaces = (query: PageQuery, signal: AbortSignal) =>
  apiRequestOrThrow('GET /api/admin/workspaces', { query, signal });

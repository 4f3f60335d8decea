import type { AdminWorkspace } from '@repo/contract/admin';
import { FolderKanban, Plus } from 'lucide-react';
import { useState } from 'react';
import { apiRequestOrThrow } from '../../../lib/api/api-request.ts';
import { fieldsOf, textOf } from '../../../lib/api/read-fields.ts';
import { hasFeature } from '../../../lib/features.ts';
import { usePagedList, type PageQuery } from '../../../lib/paged-list/use-paged-list.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { PagedTable, type Column } from '../../../ui/paged-table/paged-table.tsx';
import { Truncated } from '../../../ui/display/truncated.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
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
        columns={COLUMNS}
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
    </AdminPage>
  );
}

const fetchWorkspaces = (query: PageQuery, signal: AbortSignal) =>
  apiRequestOrThrow('GET /api/admin/workspaces', { query, signal });

import type { AdminWorkspace } from '@repo/contract/admin';
import { FolderKanban, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { callOrThrow } from '../../lib/api/call.ts';
import { usePagedList, type PageQuery } from '../../lib/paged-list/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable, type Column } from '../../ui/paged-table/paged-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { adminKeys } from './admin-keys.ts';
import { AdminPage } from './admin-page.tsx';
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx';

const COLUMNS: readonly Column<AdminWorkspace>[] = [
  {
    header: 'Name',
    className: 'max-w-64',
    cell: ({ id, name }) => (
      <Link
        to={`/admin/workspaces/${encodeURIComponent(id)}`}
        title={name}
        className="block truncate rounded-sm font-medium hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    header: 'Slug',
    className: 'max-w-48',
    cell: ({ slug }) => (
      <span title={slug} className="block truncate text-muted">
        {slug}
      </span>
    ),
  },
  {
    header: 'Organization',
    className: 'max-w-56',
    cell: ({ organization: { name } }) => (
      <span title={name} className="block truncate">
        {name}
      </span>
    ),
  },
  {
    header: 'Members',
    numeric: true,
    cell: ({ memberCount }) => <span className="tabular-nums">{memberCount}</span>,
  },
  {
    header: 'Created',
    cell: ({ createdAt }) => <RelativeTime value={createdAt} className="text-muted" />,
  },
];

export function WorkspacesPage() {
  const [adding, setAdding] = useState(false);
  const list = usePagedList({
    queryKey: adminKeys.workspaces,
    fetchPage: fetchWorkspaces,
    failure: 'Failed to fetch workspaces',
  });
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New Workspace
    </Button>
  );
  return (
    <AdminPage title="Platform Workspaces" actions={add}>
      <PagedTable
        list={list}
        columns={COLUMNS}
        keyOf={({ id, slug, organization }) => id ?? `${organization.name}/${slug}`}
        label="Platform Workspaces"
        noun="workspaces"
        searchPlaceholder="Search workspaces by name, slug, or organization..."
        failure="Failed to fetch workspaces"
        empty={
          <EmptyState
            className="rounded-md border border-line"
            icon={<FolderKanban />}
            title="No workspaces yet"
            description="People work in workspaces: they share accounts there and see who is in touch with whom."
            action={add}
          />
        }
      />
      <NewWorkspaceDialog open={adding} onOpenChange={setAdding} />
    </AdminPage>
  );
}

const fetchWorkspaces = (query: PageQuery, signal: AbortSignal) =>
  callOrThrow('GET /api/admin/workspaces', { query, signal });

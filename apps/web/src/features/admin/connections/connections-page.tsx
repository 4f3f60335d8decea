import type { AttentionConnection } from '@repo/contract/administration';
import { PlugZap } from 'lucide-react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { usePagedList, type PageQuery } from '#lib/paged-list/use-paged-list.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Truncated, TruncatedLink } from '#ui/display/truncated.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { PagedTable, type Column } from '#ui/paged-table/paged-table.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';

const COLUMNS: readonly Column<AttentionConnection>[] = [
  {
    header: 'Person',
    className: 'max-w-64',
    cell: ({ person }) => (
      <>
        <TruncatedLink to={`/admin/users/${encodeURIComponent(person.id)}`}>
          {person.name}
        </TruncatedLink>
        <Truncated className="text-muted">{person.email}</Truncated>
      </>
    ),
  },
  { header: 'Provider', cell: ({ name }) => name },
  {
    header: 'State',
    cell: ({ state }) =>
      state === 'reconnect' ? (
        <Badge kind="danger">Needs to reconnect</Badge>
      ) : (
        <Badge kind="warning">Syncs fail</Badge>
      ),
  },
  {
    header: 'Last sync',
    cell: ({ since }) => <RelativeTime value={since} className="text-muted" />,
  },
];

/** All users' connections that need attention, without their contents. */
export function ConnectionsPage() {
  const list = usePagedList({
    queryKey: adminKeys.connections,
    fetchPage: fetchConnections,
    failure: 'Failed to fetch connections',
    kinds: { id: 'id', name: 'text' },
    isUsable: ({ person }) => textOf(fieldsOf(person)['id']) !== '',
  });
  return (
    <AdminPage
      title="Connections"
      description="People whose connection needs attention. You cannot see their mailbox or its contents."
    >
      <PagedTable
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        label="Connections"
        noun={['connection', 'connections']}
        searchPlaceholder="Search people by name or email..."
        empty={{
          icon: <PlugZap />,
          title: 'Every connection works',
          description:
            'A connection appears here when someone has to connect again, or when three syncs in a row have failed.',
        }}
      />
    </AdminPage>
  );
}

const fetchConnections = (query: PageQuery, signal: AbortSignal) =>
  apiRequestOrThrow('GET /api/admin/connections', { query, signal });

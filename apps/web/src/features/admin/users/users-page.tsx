import type { AdminUser } from '@repo/contract/admin';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { areResetsAllowed } from '#lib/user-data-resets.ts';
import { readList } from '#lib/api/read-list.ts';
import { USER_KINDS } from '#lib/session/read-user.ts';
import { usePagedList, type PageQuery } from '#lib/paged-list/use-paged-list.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/forms/button.tsx';
import { PagedTable, type Column } from '#ui/paged-table/paged-table.tsx';
import { Truncated, TruncatedLink } from '#ui/display/truncated.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { AdministratorsRule } from './administrators-rule.tsx';
import { InviteUserDialog } from './invite-user-dialog.tsx';
import { createdColumn, hiddenWhenNarrow } from '../shared-columns.tsx';

const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No');

const TEST_USER = 'Test User';
const FACTOR = 'Second Factor';

const COLUMNS: readonly Column<AdminUser>[] = [
  { header: 'Name', className: 'max-w-52', cell: (user) => <UserLink user={user} /> },
  {
    header: 'Email',
    className: 'w-full max-w-0 min-w-40',
    cell: ({ email }) => <Truncated className="text-muted">{email}</Truncated>,
  },
  {
    header: 'Admin',
    cell: ({ isAdmin }) =>
      isAdmin ? <Badge kind="accent">Yes</Badge> : <span className="text-muted">No</span>,
  },
  {
    header: TEST_USER,
    cell: ({ isTest }) => <span className={isTest ? '' : 'text-muted'}>{yesOrNo(isTest)}</span>,
  },
  {
    header: 'Active',
    cell: ({ isActive }) =>
      isActive ? <span className="text-muted">Yes</span> : <Badge kind="warning">No</Badge>,
  },
  {
    header: FACTOR,
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor === true ? (
        <span className="text-muted">Set up</span>
      ) : (
        <span className="text-faint">Not set up</span>
      ),
  },
  {
    header: 'Organizations',
    className: 'max-w-48',
    cell: ({ organizations }) => {
      const names = readList(organizations, 'organizations of a user', hasName, { name: 'text' })
        .map(({ name }) => name)
        .join(', ');
      if (names === '') return <span className="text-faint">None</span>;
      return <Truncated>{names}</Truncated>;
    },
  },
  { ...createdColumn, className: hiddenWhenNarrow },
];

const shownColumns = () =>
  COLUMNS.filter(
    ({ header }) =>
      (header !== TEST_USER || areResetsAllowed()) && (header !== FACTOR || isFullServer()),
  );

const hasName = ({ name }: { name: string }) => name !== '';

export function UsersPage() {
  const [inviting, setInviting] = useState(false);
  const list = usePagedList({
    queryKey: adminKeys.users,
    fetchPage: fetchUsers,
    failure: 'Failed to fetch users',
    kinds: USER_KINDS,
    isUsable: ({ id }) => id !== '',
  });
  const invite = isFullServer() ? (
    <Button variant="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden />
      Invite User
    </Button>
  ) : undefined;
  return (
    <AdminPage
      title="Platform Users"
      actions={
        <>
          {isFullServer() ? <AdministratorsRule /> : null}
          {invite}
        </>
      }
    >
      <PagedTable
        list={list}
        showsSinglePage
        columns={shownColumns()}
        keyOf={({ id }) => id}
        label="Platform Users"
        // The specification's sentence, which has no singular.
        noun={['users', 'users']}
        searchPlaceholder="Search users by name or email..."
        empty={{
          icon: <Users />,
          title: 'No users yet',
          description: 'Everyone who can sign in.',
        }}
      />
      <InviteUserDialog open={inviting} onOpenChange={setInviting} />
    </AdminPage>
  );
}

const fetchUsers = (query: PageQuery, signal: AbortSignal) =>
  apiRequestOrThrow('GET /api/admin/users', { query, signal });

/** Remembers the page and the search, to come back to. */
function UserLink({ user: { id, name, email } }: { user: AdminUser }) {
  const { search } = useLocation();
  return (
    <TruncatedLink to={`/admin/users/${encodeURIComponent(id)}/edit`} state={{ list: search }}>
      {name || email}
    </TruncatedLink>
  );
}

import type { User } from '@repo/contract/auth';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { isFullServer } from '#lib/server-level.ts';
import { readUser } from '#lib/session/read-user.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { isNotFound } from '#lib/api/is-not-found.ts';
import { LoadFailure } from '../load-failure.tsx';
import { AccountHistory } from './account-history.tsx';
import { AccountInformation } from './account-information.tsx';
import { DeleteUserCard } from './delete-user-card.tsx';
import { LeavingCard } from './leaving-card.tsx';
import { PasswordResetCard } from './password-reset-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { WorkspaceMemberships } from './workspace-memberships.tsx';

/** One user, with their rights and workspaces. */
export function EditUserPage({ id }: { id: string }) {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery(id));
  const [edition, setEdition] = useState(0);
  usePageTitle(user === undefined ? 'Edit User' : user.name || user.email);
  if (user !== undefined) {
    const reload = async () => {
      await refetch();
      setEdition((before) => before + 1);
    };
    return <Cards key={edition} user={user} onReload={reload} />;
  }
  if (error !== null) {
    const isMissing = error.message === USER_NOT_FOUND;
    return (
      <LoadFailure
        noun="user"
        failure="Failed to load user"
        error={isMissing ? undefined : error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return <Waiting />;
}

function Cards({ user, onReload }: { user: User; onReload: () => Promise<void> }) {
  return (
    <AdminPage width="form" title={user.name || user.email} description={user.email}>
      <AccountInformation user={user} onReload={onReload} />
      <PasswordResetCard user={user} />
      <AccountHistory user={user} />
      <WorkspaceMemberships user={user} />
      {isFullServer() ? <SecondFactorCard user={user} /> : null}
      {isFullServer() ? <LeavingCard user={user} onReload={onReload} /> : null}
      {isFullServer() ? <DeleteUserCard user={user} onReload={onReload} /> : null}
    </AdminPage>
  );
}

/** Widths of lines. Each card shows as many as fit. */
const LINES = ['w-40', 'w-64', 'w-28', 'w-72', 'w-36', 'w-56', 'w-44', 'w-60', 'w-32'];

/** The cards of the loaded page with their heights, so that nothing moves when it has loaded. */
const CARDS = [
  ['Account Information', 'h-90'],
  ['Password Reset', 'h-30'],
  ['Account History', 'h-12'],
  ['Workspace Memberships', 'h-16'],
] as const;

function Waiting() {
  return (
    <AdminPage
      width="form"
      title={<Skeleton className="my-1.5 h-4 w-40" />}
      description={<Skeleton className="my-1 h-3 w-52" />}
    >
      <output className="sr-only">Loading user...</output>
      {CARDS.map(([title, height]) => (
        <Card key={title} title={title}>
          <div className={`flex flex-col gap-4 overflow-hidden pt-1 ${height}`}>
            {LINES.map((width, line) => (
              <Skeleton key={line} className={width} />
            ))}
          </div>
        </Card>
      ))}
    </AdminPage>
  );
}

const USER_NOT_FOUND = 'User not found';

/** A user to edit. Read again each time, because an edit begins with the current state. */
const userQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.user(id),
    queryFn: ({ signal }) => fetchUser(id, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const hasId = ({ id }: { id: string }) => id !== '';

const MEMBERSHIP = { id: 'id', name: 'text', organizationName: 'text', role: 'text' } as const;

async function fetchUser(id: string, signal: AbortSignal): Promise<User> {
  try {
    const data = await apiRequestOrThrow('GET /api/admin/users/{id}', { params: { id }, signal });
    const user = readUser(data?.user);
    if (user === undefined) throw new Error(USER_NOT_FOUND);
    const workspaces = readList(user.workspaces, 'workspaces of a user', hasId, MEMBERSHIP);
    return { ...user, workspaces };
  } catch (error) {
    if (isNotFound(error)) {
      throw new Error(USER_NOT_FOUND, { cause: error });
    }
    throw error;
  }
}

import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Outlet } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { HomeButton } from '#lib/page/home-button.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';

/** Lets only administrators through. Requests the user again, since the stored one may be out of date. */
export function AdminGuard() {
  const { data: user } = useQuery(currentUserQuery);
  return user?.isAdmin ? <Outlet /> : <NoAdmin />;
}

function NoAdmin() {
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery);
  usePageTitle('Admin');
  if (user !== undefined) {
    return (
      <EmptyState
        headingLevel={1}
        icon={<ShieldAlert />}
        title="Admin Access Required"
        description="You don't have permission to access the admin panel. Please sign in with an admin account."
        action={<HomeButton />}
      />
    );
  }
  if (error !== null) {
    return (
      <ErrorState
        headingLevel={1}
        title="Failed to verify admin access"
        description={failureMessage(error, 'Failed to fetch user data')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return <LoadingState label="Verifying admin access..." className="animate-appear-late" />;
}

export { AdminGuard as Component };

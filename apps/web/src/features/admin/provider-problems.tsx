import { useQuery } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { formatExactTime } from '../../lib/time/relative-time.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { adminKeys } from './admin-keys.ts';

const REFRESH_INTERVAL_MS = 60_000;

/**
 * Tells administrators that a provider refuses this server itself. Nothing is shown while there is
 * no such problem, or where the request fails: the pages below do not depend on it.
 */
export function ProviderProblems() {
  const { data } = useQuery({
    queryKey: adminKeys.providerProblems,
    queryFn: ({ signal }) => apiRequestOrThrow('GET /api/admin/provider-problems', { signal }),
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  const problems = data?.problems ?? [];
  if (problems.length === 0) return null;
  return (
    <div className="mx-auto flex w-full max-w-list flex-col gap-2 px-4 pt-6">
      {problems.map(({ grantor, message, since }) => (
        <Banner key={grantor} kind="error">
          {`${message} Since ${formatExactTime(new Date(since))}. Connections stay active, and syncs resume automatically.`}
        </Banner>
      ))}
    </div>
  );
}

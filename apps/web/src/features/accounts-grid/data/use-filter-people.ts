import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apiRequest } from '../../../lib/api/api-request.ts';
import type { Account } from './account.ts';
import { peopleOf, type People } from './filter-options.ts';

/**
 * Whom to filter by: from a server that pages, as it says once they are wanted; else, or when it
 * does not say, those of the accounts that are here.
 */
export function useFilterPeople(
  workspaceId: string,
  isPaged: boolean,
  accounts: () => Iterable<Account>,
): [People, onWanted: () => void] {
  const [isWanted, setIsWanted] = useState(false);
  const [seen, setSeen] = useState<People>({ contributors: [], creators: [] });
  const listed = useQuery({
    queryKey: ['account-people', workspaceId],
    queryFn: async ({ signal }) => {
      const { data } = await apiRequest('GET /api/workspaces/{workspaceId}/accounts/people', {
        params: { workspaceId },
        signal,
      });
      return data ?? null;
    },
    enabled: isWanted && isPaged,
    staleTime: 60_000,
  });
  const people = useMemo(() => listed.data ?? seen, [listed.data, seen]);
  return [
    people,
    () => {
      setIsWanted(true);
      setSeen(peopleOf(accounts()));
    },
  ];
}

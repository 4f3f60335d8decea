import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

/** Kept with the session's data, so that it outlasts going back a step or leaving the wizard. */
const selectionQuery = queryOptions<readonly string[]>({
  queryKey: ['import-wizard', 'selection'],
  queryFn: skipToken,
  initialData: [],
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The domains that the person has picked. */
export function useSelection(): [
  selected: ReadonlySet<string>,
  setSelected: (domains: Iterable<string>) => void,
] {
  const client = useQueryClient();
  const { data } = useQuery(selectionQuery);
  return [new Set(data), (domains) => client.setQueryData(selectionQuery.queryKey, [...domains])];
}

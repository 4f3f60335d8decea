import type { NamedAddress } from '@repo/contract/relationships';
import { limits } from '@repo/contract/page-limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, type ReactNode } from 'react';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { readList } from '../api/read-list.ts';
import { isFullServer } from '../server-level.ts';
import { WorkspaceContext } from '../workspaces/workspace-context.ts';

/** The people that addresses belong to, by the address in lower case. */
export type Names = ReadonlyMap<string, NamedAddress>;

const NONE: Names = new Map();

/** Names change seldom. */
const FRESH_FOR_MS = 300_000;

/**
 * Finds to whom addresses belong, where the server offers that: members of the workspace and people of its
 * accounts. The map is empty until then.
 */
export function useNames(addresses: readonly string[]): Names {
  const workspace = use(WorkspaceContext);
  const wanted = [...new Set(addresses.map((address) => address.trim().toLowerCase()))]
    .filter((address) => address !== '' && address.length <= limits.emailLength)
    .slice(0, limits.namedAddresses)
    .toSorted();
  const { data } = useQuery({
    queryKey: ['people', 'names', workspace?.id, wanted],
    staleTime: FRESH_FOR_MS,
    placeholderData: keepPreviousData,
    retry: false,
    enabled: workspace !== undefined && wanted.length > 0 && isFullServer(),
    queryFn: async ({ signal }): Promise<Names> => {
      const { names } = await apiRequestOrThrow('POST /api/workspaces/{workspaceId}/people/names', {
        params: { workspaceId: workspace?.id ?? '' },
        body: { addresses: wanted },
        signal,
      });
      const read = readList(names, 'names', ({ address }) => address !== '', {
        address: 'text',
        name: 'text',
      });
      return new Map(read.map((one) => [one.address, one]));
    },
  });
  return data ?? NONE;
}

const NamesContext = createContext<Names>(NONE);

/** Finds the names of addresses for `useName` below it, with one request. */
export function NamesProvider({
  addresses,
  children,
}: {
  addresses: readonly string[];
  children: ReactNode;
}) {
  return <NamesContext value={useNames(addresses)}>{children}</NamesContext>;
}

/** The user or contact of an address, if known. */
export function useName(address: string): NamedAddress | undefined {
  return use(NamesContext).get(address.trim().toLowerCase());
}

/** The same people, with names for those without one. */
export function useNamed<Person extends { name: string; email: string }>(
  people: readonly Person[],
): Person[] {
  const names = use(NamesContext);
  return useMemo(() => people.map((person) => withName(person, names)), [people, names]);
}

/** The same object where nothing is added. */
export function withName<Person extends { name: string; email: string }>(
  person: Person,
  names: Names,
): Person {
  if (person.name.trim() !== '') return person;
  const name = names.get(person.email.trim().toLowerCase())?.name ?? '';
  return name === '' ? person : { ...person, name };
}

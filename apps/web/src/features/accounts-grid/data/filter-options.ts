import { plural } from '@repo/domain/text/plural';
import type { StrengthFilter } from '@repo/contract/relationships';
import type { SideBalance } from '@repo/domain/activities/side-balance';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apiRequest } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { personName, type Account, type AccountPerson } from './account.ts';
import type { Tag } from '#lib/tags/read-tags.ts';
import type { AccountFilters } from './accounts-view.ts';

/** The people that accounts can be filtered by. */
export type People = {
  contributors: AccountPerson[];
  creators: { name: string }[];
  owners?: AccountPerson[] | undefined;
};

/** The values that accounts can be filtered by. Undefined tags are not known yet. */
export type FilterChoices = People & { tags?: readonly Tag[] | undefined };

/** The filter for accounts that no one owns. */
export const NO_OWNER = 'none';

export const DAYS_OFFERED = [7, 14, 30, 60, 90];

export const BALANCE_LABELS: Readonly<Record<SideBalance, string>> = {
  external: 'Mostly external',
  balanced: 'Balanced',
  internal: 'Mostly internal',
};

export const FILTER_LABELS: Readonly<Record<keyof AccountFilters, string>> = {
  contributor: 'Contributor',
  createdBy: 'Created by',
  owner: 'Owner',
  tags: 'Tags',
  activeWithin: 'Last activity within',
  quietFor: 'No activity since',
  balance: 'Side balance',
  strength: 'Strength',
  goingQuiet: 'Going quiet',
};

export const STRENGTH_LABELS: Readonly<Record<StrengthFilter, string>> = {
  strong: 'Strong',
  regular: 'Regular',
  weak: 'Weak',
  dormant: 'Dormant',
  none: 'No contact',
};

export function daysLabel(days: number): string {
  return plural(days, 'day');
}

/** A filter as text: its subject and its value. */
export function describeFilters(
  filters: AccountFilters,
  people: FilterChoices,
): { id: keyof AccountFilters; label: string; value: string }[] {
  const { contributor, createdBy, owner, tags, activeWithin, quietFor, balance, strength } =
    filters;
  const nameOf = (address: string | undefined, among: AccountPerson[] = []) => {
    const known = among.find(({ email }) => email === address);
    return known === undefined ? address : personName(known);
  };
  const values: Record<keyof AccountFilters, string | undefined> = {
    contributor: nameOf(contributor, people.contributors),
    createdBy,
    owner: owner === NO_OWNER ? 'No one' : nameOf(owner, people.owners),
    tags: tags && tagNames(tags, people.tags),
    activeWithin: activeWithin === undefined ? undefined : daysLabel(activeWithin),
    quietFor: quietFor === undefined ? undefined : daysLabel(quietFor),
    balance: balance && BALANCE_LABELS[balance],
    strength: strength && STRENGTH_LABELS[strength],
    goingQuiet: filters.goingQuiet && 'no contact for 6 weeks',
  };
  return (Object.keys(values) as (keyof AccountFilters)[]).flatMap((id) => {
    const value = values[id];
    return value === undefined ? [] : [{ id, label: FILTER_LABELS[id], value }];
  });
}

/** The tags of a filter as text. Tags that the workspace no longer has were deleted. */
function tagNames(ids: string, tags: readonly Tag[] | undefined): string {
  if (ids === NO_OWNER) return 'None';
  if (tags === undefined) return '…';
  const nameOf = (id: string) => tags.find((tag) => tag.id === id)?.name ?? 'deleted tag';
  return ids.split(',').map(nameOf).join(', ');
}

export function peopleOf(accounts: Iterable<Account>): People {
  const contributors = new Map<string, AccountPerson>();
  const creators = new Set<string>();
  for (const account of accounts) {
    for (const person of account.contributors) contributors.set(person.email, person);
    if (account.createdBy !== undefined) creators.add(account.createdBy);
  }
  return {
    contributors: [...contributors.values()].sort((one, other) =>
      personName(one).localeCompare(personName(other)),
    ),
    creators: [...creators]
      .sort((one, other) => one.localeCompare(other))
      .map((name) => ({ name })),
  };
}

/**
 * The people and tags to filter by. A server with paging lists the people when the filter is opened; otherwise, or
 * when that request fails, they come from the loaded accounts.
 */
export function useFilterPeople(
  workspaceId: string,
  { isPaged, needsTags }: { isPaged: boolean; needsTags: boolean },
  accounts: () => Iterable<Account>,
): [FilterChoices, onWanted: () => void] {
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
  const { data: tags } = useQuery({
    queryKey: ['tags', workspaceId],
    queryFn: async (context) => (await import('#lib/tags/tags-query.ts')).fetchTags(context),
    enabled: (isWanted || needsTags) && isFullServer(),
    staleTime: 30_000,
  });
  const people = useMemo(() => ({ ...(listed.data ?? seen), tags }), [listed.data, seen, tags]);
  return [
    people,
    () => {
      setIsWanted(true);
      setSeen(peopleOf(accounts()));
    },
  ];
}

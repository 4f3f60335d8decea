import { limits } from '@repo/contract/page-limits';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useDebouncedValue } from '#lib/hooks/use-debounced-value.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { SEARCH_DEBOUNCE_MS } from '#ui/feedback/timings.ts';
import { CommandMenu } from '#ui/overlays/command-menu.tsx';
import { contactName } from './contact-name.ts';
import { contactsQuery, peopleSearchQuery } from './people-query.ts';
import type { Contact } from './read-people.ts';

type Props = {
  contact: Contact;
  accountId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (other: OtherPerson) => void;
};

export type OtherPerson = Pick<Contact, 'id' | 'name' | 'addresses'>;

/** Suggestions before anything is searched for. */
const MAX_SUGGESTIONS = 5;

/**
 * Finds the other person whose addresses belong to this one: first likely duplicates, then the people of the
 * account, then those of the workspace's other accounts.
 */
export function MergeDialog({ contact, accountId, open, onOpenChange, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const search = useDebouncedValue(query.trim(), SEARCH_DEBOUNCE_MS);
  const { id: workspaceId } = useWorkspace();
  const ofAccount = useQuery({ ...contactsQuery(accountId, { search }), enabled: open });
  const ofWorkspace = useQuery({
    ...peopleSearchQuery(workspaceId, { search, like: contact.id }),
    enabled: open && isFullServer(),
  });
  const found = ofWorkspace.data?.people ?? [];
  const likely = found.filter(({ isLikely }) => isLikely);
  const others = distinct([
    ...(search === '' ? likely.slice(0, MAX_SUGGESTIONS) : likely),
    ...(ofAccount.data?.people ?? []),
    ...found.filter(({ isLikely }) => !isLikely),
  ]).filter(({ id }) => id !== contact.id);
  const accountsOf = new Map(found.map(({ id, accounts }) => [id, accounts.join(', ')]));
  const error = ofAccount.error ?? ofWorkspace.error;
  const isSearching = ofAccount.isFetching || ofWorkspace.isFetching || search !== query.trim();
  return (
    <CommandMenu
      open={open}
      onOpenChange={(next) => {
        if (!next) setQuery('');
        onOpenChange(next);
      }}
      label={`Who is the same person as ${contactName(contact)}?`}
      placeholder="Search by name or address"
      query={query}
      maxLength={limits.searchLength}
      onQueryChange={setQuery}
      groups={[
        {
          label: `The addresses become addresses of ${contactName(contact)}`,
          items: others.map((other) => ({
            id: other.id,
            label: contactName(other),
            hint:
              [accountsOf.get(other.id), other.name === '' ? undefined : other.addresses[0]]
                .filter(Boolean)
                .join(' · ') || undefined,
            icon: <UserRound aria-hidden />,
            onSelect: () => onChoose(other),
          })),
        },
      ]}
      emptyText={
        error !== null
          ? failureMessage(error, 'Failed to fetch people')
          : isSearching
            ? 'Searching...'
            : 'No other people found'
      }
    />
  );
}

function distinct(people: readonly OtherPerson[]): OtherPerson[] {
  const byId = new Map<string, OtherPerson>();
  for (const person of people) if (!byId.has(person.id)) byId.set(person.id, person);
  return [...byId.values()];
}

import { limits } from '@repo/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { SEARCH_DEBOUNCE_MS } from '../../ui/feedback/timings.ts';
import { CommandMenu } from '../../ui/overlays/command-menu.tsx';
import { contactName } from './contact-name.ts';
import { contactsQuery } from './people-query.ts';
import type { Contact } from './read-people.ts';

type Props = {
  contact: Contact;
  accountId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (other: Contact) => void;
};

/** Finds the other person whose addresses belong to this one, among all people of the account. */
export function MergeDialog({ contact, accountId, open, onOpenChange, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const search = useDebouncedValue(query.trim(), SEARCH_DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery({
    ...contactsQuery(accountId, { search }),
    enabled: open,
  });
  const others = (data?.people ?? []).filter(({ id }) => id !== contact.id);
  const isSearching = isFetching || search !== query.trim();
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
            hint: other.name === '' ? undefined : other.addresses[0],
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

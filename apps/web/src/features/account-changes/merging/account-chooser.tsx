import { limits } from '@repo/contract/page-limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { useDebouncedValue } from '#lib/hooks/use-debounced-value.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { SEARCH_DEBOUNCE_MS } from '#ui/feedback/timings.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import type { NamedAccount } from './account-to-merge.ts';

/** The number of accounts offered without a search. */
const OFFERED = 6;

type Props = {
  /** The account that another one is chosen for. */
  account: NamedAccount;
  search: string;
  onSearchChange: (search: string) => void;
  chosen: NamedAccount | undefined;
  onChoose: (account: NamedAccount) => void;
};

/** Chooses another account of the workspace: a search field, with the results as radio buttons. */
export function AccountChooser({ account, search, onSearchChange, chosen, onChoose }: Props) {
  const group = useId();
  const { data, isError } = useOffered(search);
  const offered = (data ?? []).filter(({ id }) => id !== account.id).slice(0, OFFERED);
  return (
    <div>
      <FormField label="Account" required>
        <TextInput
          type="search"
          value={search}
          maxLength={limits.searchLength}
          onChange={(event) => onSearchChange(event.currentTarget.value)}
          placeholder="Search by name or domain..."
          autoComplete="off"
        />
      </FormField>
      <fieldset className="mt-1.5 flex max-h-56 min-w-0 flex-col overflow-y-auto rounded-md border border-line p-1">
        <legend className="sr-only">Accounts found</legend>
        {offered.map(({ id, name, domain }) => (
          <label
            key={id}
            className="flex items-center gap-2 rounded-sm px-2 py-1.5 text-body has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus hoverable:bg-hover"
          >
            <input
              type="radio"
              name={group}
              checked={id === chosen?.id}
              onChange={() => onChoose({ id, name })}
              className="accent-accent outline-none"
            />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <span className="max-w-40 truncate text-grid text-muted">{domain}</span>
          </label>
        ))}
        {offered.length === 0 ? (
          <p className="px-2 py-1.5 text-grid text-muted">
            {isError
              ? 'The accounts could not be loaded. Close the dialog and try again.'
              : data === undefined
                ? 'Loading...'
                : 'No other account was found.'}
          </p>
        ) : null}
      </fieldset>
    </div>
  );
}

function useOffered(typed: string) {
  const { id: workspaceId } = useWorkspace();
  const search = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  return useQuery({
    queryKey: ['palette-accounts', workspaceId, 'to merge', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { accounts } = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/accounts', {
        params: { workspaceId },
        query: { limit: OFFERED + 1, ...(search !== '' && { search }) },
        signal,
      });
      return readList(accounts, 'accounts', ({ id, name }) => id !== '' && name !== '', {
        id: 'id',
        name: 'text',
        domain: 'text',
      });
    },
  });
}

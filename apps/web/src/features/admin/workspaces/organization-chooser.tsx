import type { AdminOrganization } from '@repo/contract/admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, type ChangeEvent } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { useDebouncedValue } from '#lib/hooks/use-debounced-value.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { SEARCH_DEBOUNCE_MS } from '#ui/feedback/timings.ts';
import { TextInput } from '#ui/forms/text-input.tsx';
import { adminKeys } from '../admin-keys.ts';

export type ChosenOrganization = Pick<AdminOrganization, 'id' | 'name' | 'slug'>;

type Props = {
  /** The search term. */
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  chosen: ChosenOrganization | undefined;
  onChoose: (organization: ChosenOrganization) => void;
  error: string | undefined;
  disabled: boolean;
};

/** The number of organizations offered without a search. */
const OFFERED = 5;

/** Chooses one of any number of organizations: a search field, with the results as radio buttons. */
export function OrganizationChooser({ value, onChange, chosen, onChoose, error, disabled }: Props) {
  const group = useId();
  const search = useDebouncedValue(value.trim(), SEARCH_DEBOUNCE_MS);
  const { data, isError } = useQuery({
    queryKey: [...adminKeys.organizations, 'offered', search],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/admin/organizations', {
        query: { page: 1, limit: OFFERED, ...(search !== '' && { search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const found = readList(data?.items, 'organizations', ({ id }) => id !== '', {
    id: 'id',
    name: 'text',
    slug: 'text',
  });
  const offered =
    chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <div>
      <FormField label="Organization" error={error} required>
        <TextInput
          type="search"
          value={value}
          onChange={onChange}
          disabled={disabled}
          placeholder="Search organizations by name or slug..."
          autoComplete="off"
        />
      </FormField>
      <fieldset
        disabled={disabled}
        className="mt-1.5 flex max-h-48 flex-col overflow-y-auto rounded-md border border-line p-1"
      >
        <legend className="sr-only">Organizations</legend>
        {offered.map(({ id, name, slug }) => (
          <label
            key={id}
            className="flex items-center gap-2 rounded-sm px-2 py-1.5 text-body has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus hoverable:bg-hover"
          >
            <input
              type="radio"
              name={group}
              checked={id === chosen?.id}
              onChange={() => onChoose({ id, name, slug })}
              className="accent-accent outline-none"
            />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="max-w-40 truncate text-grid text-muted">{slug}</span>
          </label>
        ))}
        {offered.length === 0 ? (
          <p className="px-2 py-1.5 text-grid text-muted">{noneText(isError, data, search)}</p>
        ) : null}
      </fieldset>
    </div>
  );
}

function noneText(isError: boolean, data: unknown, search: string): string {
  if (isError) return 'Failed to fetch organizations';
  if (data === undefined) return 'Loading organizations...';
  return search === '' ? 'No organizations yet. Create one first.' : `None match "${search}"`;
}

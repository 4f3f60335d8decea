import { limits } from '@repo/contract/page-limits';
import { ArrowDownUp, Download, Plus, X } from 'lucide-react';
import { type ComponentType, useRef, useEffect, useState } from 'react';
import { isFullServer } from '#lib/server-level.ts';
import { useDebouncedValue } from '#lib/hooks/use-debounced-value.ts';
import { useFocusFallback } from '#lib/hooks/use-focus-fallback.ts';
import { SEARCH_DEBOUNCE_MS } from '#ui/feedback/timings.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { SearchInput } from '#ui/forms/search-input.tsx';
import type { ColumnState } from '../columns/column-state.ts';
import {
  clearedView,
  isNarrowed,
  type AccountFilters,
  type AccountsView,
} from '../data/accounts-view.ts';
import { type FilterChoices, describeFilters } from '../data/filter-options.ts';
import type { GridState } from '../views/view-name.tsx';
import { SaveViewSlot, ViewSwitcher } from '../views/view-switcher.tsx';
import type { PhoneSortMenuProps } from '../columns/phone-sort-menu.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterPopover } from './filter-popover.tsx';
import { MoreMenu } from './more-menu.tsx';

type AccountsToolbarProps = GridState & {
  onViewChange: (change: (view: AccountsView) => AccountsView) => void;
  onColumnsChange: (change: (state: ColumnState) => ColumnState) => void;
  /** On a phone, in place of the menu of columns. */
  SortMenu: ComponentType<PhoneSortMenuProps> | 'loading' | undefined;
  people: FilterChoices;
  onPeopleWanted: () => void;
  /** Undefined while there is nothing to export. */
  onExport: (() => void) | undefined;
  isExporting: boolean;
  onNewAccount: () => void;
};

export function AccountsToolbar({
  workspace,
  view,
  onViewChange,
  columns,
  onColumnsChange,
  SortMenu,
  people,
  onPeopleWanted,
  onExport,
  isExporting,
  onNewAccount,
}: AccountsToolbarProps) {
  const [text, setText] = useSearchText(view.search, (search) =>
    onViewChange((now) => ({ ...now, search })),
  );
  const filter = (filters: AccountFilters) => onViewChange((now) => ({ ...now, filters }));
  const filterButton = useRef<HTMLButtonElement>(null);
  // A chip's cross disappears with its filter, and Clear all with the last one.
  const focusFallback = useFocusFallback(() => filterButton.current?.focus());
  return (
    <div
      {...focusFallback}
      role="toolbar"
      aria-label="Accounts"
      className="flex flex-wrap items-center gap-x-1 gap-y-2 border-b border-line px-3 py-2"
    >
      <ViewSwitcher {...{ workspace, view, columns }} />
      {SortMenu === undefined ? (
        <ColumnsMenu state={columns} onChange={onColumnsChange} />
      ) : SortMenu === 'loading' ? (
        <Button size="small" variant="bare" disabled>
          <ArrowDownUp aria-hidden />
          Sort
        </Button>
      ) : (
        <SortMenu
          sort={view.sort}
          onChange={(sort) =>
            onViewChange(({ search, filters }) => ({ search, filters, ...(sort && { sort }) }))
          }
        />
      )}
      <FilterPopover
        ref={filterButton}
        filters={view.filters}
        people={people}
        onChange={filter}
        onOpen={onPeopleWanted}
      />
      <FilterChips
        filters={view.filters}
        people={people}
        onRemove={(id) => {
          const { [id]: _, ...others } = view.filters;
          filter(others);
        }}
      />
      {isNarrowed(view) ? (
        <Button
          size="small"
          variant="bare"
          onClick={() => {
            // Also clears text that was typed and not searched for yet.
            setText('');
            onViewChange(clearedView);
          }}
        >
          Clear All
        </Button>
      ) : null}
      <SaveViewSlot {...{ workspace, view, columns }} />
      <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-2 max-[40rem]:basis-full">
        <SearchInput
          className="min-w-0 flex-1 min-[40rem]:max-w-64"
          placeholder={`Search in ${workspace.name}`}
          value={text}
          maxLength={limits.searchLength}
          onValueChange={setText}
        />
        <IconButton
          label="Export as CSV"
          icon={<Download />}
          loading={isExporting}
          disabled={onExport === undefined}
          onClick={onExport}
        />
        {isFullServer() ? <MoreMenu workspace={workspace} /> : null}
        <Button size="small" variant="primary" onClick={onNewAccount}>
          <Plus aria-hidden />
          New Account
        </Button>
      </div>
    </div>
  );
}

type FilterChipsProps = {
  filters: AccountFilters;
  people: FilterChoices;
  onRemove: (id: keyof AccountFilters) => void;
};

/** The active filters, each with a button that removes it. */
function FilterChips({ filters, people, onRemove }: FilterChipsProps) {
  return (
    <ul aria-label="Filters" className="contents">
      {describeFilters(filters, people).map(({ id, label, value }) => (
        <li
          key={id}
          className="flex h-button-xsmall max-w-64 items-center rounded-sm border border-line-strong bg-raised pl-2 text-grid"
        >
          <span className="shrink-0 text-muted">{label}:&nbsp;</span>
          <span className="truncate font-medium">{value}</span>
          <Button
            size="xsmall"
            shape="square"
            variant="bare"
            aria-label={`Remove filter ${label}`}
            onClick={() => onRemove(id)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

/**
 * The text of the search box: ahead of the search while typing, with it when it changes
 * elsewhere.
 */
function useSearchText(
  search: string,
  onSearch: (search: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    if (search !== text.trim()) setText(search);
  }
  const settled = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const sent = useRef(settled);
  useEffect(() => {
    if (sent.current === settled) return;
    sent.current = settled;
    onSearch(settled.trim());
  }, [settled, onSearch]);
  return [text, setText];
}

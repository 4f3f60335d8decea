import { limits } from '@repo/contract/limits';
import { Download, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useFocusFallback } from '../../../lib/hooks/use-focus-fallback.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { IconButton } from '../../../ui/forms/icon-button.tsx';
import { SearchInput } from '../../../ui/forms/search-input.tsx';
import {
  clearedView,
  isNarrowed,
  type AccountFilters,
  type AccountsView,
} from '../data/accounts-view.ts';
import type { ColumnState } from '../columns/column-state.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPopover } from './filter-popover.tsx';
import type { People } from '../data/filter-options.ts';
import { useSearchText } from './use-search-text.ts';

type AccountsToolbarProps = {
  workspaceName: string;
  view: AccountsView;
  onViewChange: (change: (view: AccountsView) => AccountsView) => void;
  columns: ColumnState;
  onColumnsChange: (change: (state: ColumnState) => ColumnState) => void;
  people: People;
  onPeopleWanted: () => void;
  /** Undefined while there is nothing to export. */
  onExport: (() => void) | undefined;
  isExporting: boolean;
  onNewAccount: () => void;
};

export function AccountsToolbar({
  workspaceName,
  view,
  onViewChange,
  columns,
  onColumnsChange,
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
  // A chip's cross and Clear all go with what they take off.
  const focusFallback = useFocusFallback(() => filterButton.current?.focus());
  return (
    <div
      {...focusFallback}
      role="toolbar"
      aria-label="Accounts"
      className="flex flex-wrap items-center gap-x-1 gap-y-2 border-b border-line px-3 py-2"
    >
      <ColumnsMenu state={columns} onChange={onColumnsChange} />
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
            // What was typed and is not searched for yet goes as well.
            setText('');
            onViewChange(clearedView);
          }}
        >
          Clear all
        </Button>
      ) : null}
      <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-2 max-[40rem]:basis-full">
        <SearchInput
          className="min-w-0 flex-1 min-[40rem]:max-w-64"
          placeholder={`Search in ${workspaceName}`}
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
        <Button size="small" variant="primary" onClick={onNewAccount}>
          <Plus aria-hidden />
          New Account
        </Button>
      </div>
    </div>
  );
}

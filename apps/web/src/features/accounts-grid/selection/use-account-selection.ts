import { limits } from '@repo/contract/page-limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useSelection } from '#lib/selection/use-selection.ts';
import type { RowSelection } from '#ui/data-grid/row-selection.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { AccountsView } from '../data/accounts-view.ts';
import type { GridRows } from '../data/use-grid-rows.ts';
import { readSelectable, type SelectedAccount } from './read-selectable.ts';

/** The selected accounts, and the state of the bar with their actions. */
export type AccountSelection = {
  selected: readonly SelectedAccount[];
  total: number;
  /** Reads the accounts of the view and selects as many as can be selected. */
  onSelectAll: () => void;
  isSelectingAll: boolean;
  onClear: () => void;
  /** Saves the selected accounts with the columns of the grid. */
  onExport: () => void;
  isExporting: boolean;
  /** Shows the accounts as they are now. */
  onChanged: () => void;
  /** Accounts are gone. */
  onDeleted: (accounts: readonly { id: string }[]) => void;
};

type Options = {
  workspaceId: string;
  view: AccountsView;
  rows: GridRows;
  isOffered: boolean;
};

type Span = { offset: number; count: number };

/** The selection in the grid. Another view begins with nothing selected. */
export function useAccountSelection({ workspaceId, view, rows, isOffered }: Options) {
  const { selected, anchor, select, toggle, extend, clear } = useSelection<SelectedAccount>();
  const viewKey = JSON.stringify(view);
  const shownKey = useRef(viewKey);
  useEffect(() => {
    if (shownKey.current !== viewKey) clear();
    shownKey.current = viewKey;
  });

  const reading = useMutation({
    mutationFn: ({ offset, count }: Span) => readSelectable(workspaceId, view, { offset, count }),
    onError: (error) =>
      toast.error('Failed to select the accounts', {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
  // Only for the view that they were read for.
  const whileShown = (take: (accounts: SelectedAccount[]) => void) => ({
    onSuccess: (accounts: SelectedAccount[]) => {
      if (shownKey.current === viewKey) take(accounts);
    },
  });
  const selectAll = () =>
    reading.mutate(
      { offset: 0, count: Math.min(rows.total, limits.selectedAccounts) },
      whileShown((accounts) => select(accounts, true)),
    );
  const extendTo = (index: number, start: number) => {
    const known = anchor === undefined ? -1 : rows.indexOf(anchor);
    const from = known === -1 ? start : known;
    const span = { offset: Math.min(from, index), count: Math.abs(from - index) + 1 };
    if (span.count > limits.selectedAccounts) return selectAll();
    const there = Array.from({ length: span.count }, (_, at) => rows.rowAt(span.offset + at));
    const loaded = there.filter((account) => account !== undefined);
    // Rows that were scrolled past quickly are not here yet.
    if (loaded.length === there.length) extend(from <= index ? loaded : loaded.toReversed());
    else reading.mutate(span, whileShown(extend));
  };
  const toggleRow = (index: number) => {
    const account = rows.rowAt(index);
    if (account !== undefined) toggle(account);
  };

  // One object until something is selected: the rows are drawn again when it changes.
  const latest = useRef({ toggleRow, extendTo, selectAll });
  useEffect(() => {
    latest.current = { toggleRow, extendTo, selectAll };
  });
  const rowSelection = useMemo(
    (): RowSelection => ({
      isSelected: (id) => selected.has(id),
      isEmpty: selected.size === 0,
      toggle: (index) => latest.current.toggleRow(index),
      extend: (index, start) => latest.current.extendTo(index, start),
      selectAll: () => latest.current.selectAll(),
      clear,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `clear` does the same whenever it was made.
    [selected],
  );
  return {
    rowSelection: isOffered ? rowSelection : undefined,
    selected: useMemo(() => [...selected.values()], [selected]),
    onSelectAll: selectAll,
    isSelectingAll: reading.isPending,
    onClear: clear,
    onDeleted: (gone: readonly { id: string }[]) =>
      select(
        gone.flatMap(({ id }) => selected.get(id) ?? []),
        false,
      ),
  };
}

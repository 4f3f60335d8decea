import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import type { AccountsView } from '../data/accounts-view.ts';
import type { AccountColumn } from './account-column.ts';
import { accountColumns, COLUMN_IDS } from './column-registry.ts';

export type PhoneSortMenuProps = {
  sort: AccountsView['sort'];
  onChange: (sort: AccountsView['sort']) => void;
};

/** Columns of names begin with the first one; all others with the newest or the most. */
const NAMES: ReadonlySet<string> = new Set(['name', 'createdBy', 'owner']);

/** Sorts the grid of a phone, where the columns have no headers to do it by. */
export function PhoneSortMenu({ sort, onChange }: PhoneSortMenuProps) {
  const columns = COLUMN_IDS.flatMap((id) => {
    const { label, sort: by }: AccountColumn = accountColumns[id];
    return by === undefined ? [] : [{ label, by: by.by }];
  });
  const label = columns.find(({ by }) => by === sort?.by)?.label;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button size="small" variant="bare" aria-label={`Sort${label ? `: ${label}` : ''}`}>
          {sort === undefined ? (
            <ArrowDownUp aria-hidden />
          ) : sort.order === 'DESC' ? (
            <ArrowDown aria-hidden />
          ) : (
            <ArrowUp aria-hidden />
          )}
          Sort
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Sort by</DropdownMenuLabel>
        {columns.map((column) => (
          <DropdownMenuItem
            key={column.by}
            checked={column.by === sort?.by}
            onSelect={() =>
              onChange({ by: column.by, order: NAMES.has(column.by) ? 'ASC' : 'DESC' })
            }
          >
            {column.label}
          </DropdownMenuItem>
        ))}
        {sort === undefined ? null : (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem
              icon={<ArrowUp />}
              checked={sort.order === 'ASC'}
              onSelect={() => onChange({ ...sort, order: 'ASC' })}
            >
              Sort ascending
            </DropdownMenuItem>
            <DropdownMenuItem
              icon={<ArrowDown />}
              checked={sort.order === 'DESC'}
              onSelect={() => onChange({ ...sort, order: 'DESC' })}
            >
              Sort descending
            </DropdownMenuItem>
            <DropdownMenuItem icon={<ArrowDownUp />} onSelect={() => onChange(undefined)}>
              Clear sorting
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

import { Columns3 } from 'lucide-react';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import {
  accountColumns,
  COLUMN_IDS,
  INITIAL_COLUMNS,
  FROZEN_COLUMN,
} from '../columns/column-registry.ts';
import {
  INITIAL_COLUMN_STATE,
  hideColumn,
  isFirstOrder,
  showColumn,
  type ColumnState,
} from '../columns/column-state.ts';

type ColumnsMenuProps = {
  state: ColumnState;
  onChange: (change: (state: ColumnState) => ColumnState) => void;
};

/** Shows and hides columns; the menu stays open for several. */
export function ColumnsMenu({ state, onChange }: ColumnsMenuProps) {
  const hidden = INITIAL_COLUMNS.filter((id) => !state.shown.includes(id)).length;
  const isChanged = !isFirstOrder(state.shown) || Object.keys(state.widths).length > 0;
  const inOrder = [...state.shown, ...COLUMN_IDS.filter((id) => !state.shown.includes(id))];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button size="small" variant="bare">
          <Columns3 aria-hidden />
          Columns
          {hidden === 0 ? null : <span className="text-faint">{hidden} hidden</span>}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {inOrder.map((id) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={state.shown.includes(id)}
            disabled={id === FROZEN_COLUMN}
            onCheckedChange={(isShown) =>
              onChange((now) => (isShown ? showColumn(now, id) : hideColumn(now, id)))
            }
          >
            {accountColumns[id].label}
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          disabled={!isChanged}
          onSelect={() => onChange(() => INITIAL_COLUMN_STATE)}
        >
          Reset Columns
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

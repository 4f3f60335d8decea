import { clsx } from 'clsx';
import {
  ArrowDown,
  ArrowDownUp,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  EyeOff,
  Lock,
  MoveHorizontal,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu.tsx';
import { Tooltip } from '../../overlays/tooltip.tsx';
import { columnWidth } from '../grid-cell.tsx';
import { canMove, type GridColumn, type SortOrder } from '../grid-column.ts';
import { ResizeHandle } from './resize-handle.tsx';
import { useHeaderDrag } from './use-header-drag.ts';

/** The actions of a header's menu and of its resize handle on the columns. */
export type ColumnActions = {
  sort: (columnId: string, order: SortOrder | undefined) => void;
  /** The number of positions, to the right if positive. */
  move: (columnId: string, places: number) => void;
  hide: (columnId: string) => void;
  resize: (columnId: string, width: number) => void;
  /** Back to the width that it began with. */
  resetWidth: (columnId: string) => void;
};

export type HeaderCellProps<Row> = {
  columns: readonly GridColumn<Row>[];
  index: number;
  actions: ColumnActions;
  isTabStop: boolean;
  frozen: boolean;
  /** Shows a width while it is dragged, before it is settled by `actions.resize`. */
  showWidth: (columnId: string, width: number) => void;
  /** Pixels that it is dragged away from its place by. */
  offset: number | undefined;
  onDrag: (offset: number | undefined) => void;
  onDrop: (offset: number) => void;
};

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;

export function HeaderCell<Row>({
  columns,
  index,
  actions,
  isTabStop,
  frozen,
  showWidth,
  offset,
  onDrag,
  onDrop,
}: HeaderCellProps<Row>) {
  const column = columns[index];
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const isMovable = column?.movable === true;
  const { endsDrag, handlers } = useHeaderDrag({ isMovable, onDrag, onDrop });
  const labelId = useId();
  const handle = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const goesToHandle = useRef(false);
  if (column === undefined) return null;
  const SortIcon = column.sortOrder === 'DESC' ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-labelledby={labelId}
      aria-colindex={index + 1}
      aria-sort={
        column.sortable ? (column.sortOrder ? ARIA_SORT[column.sortOrder] : 'none') : undefined
      }
      data-column={column.id}
      className={clsx(
        'group/head @container flex shrink-0 border-r border-line bg-subtle',
        frozen ? 'sticky left-0 z-1' : 'relative',
        offset !== undefined && 'z-2 cursor-grabbing border-l shadow-float',
      )}
      style={{
        width: columnWidth(column.id),
        ...(offset !== undefined && { transform: `translateX(${offset}px)` }),
      }}
    >
      <DropdownMenu open={isOpen} onOpenChange={setIsOpen}>
        <DropdownMenuTrigger>
          <button
            ref={button}
            type="button"
            tabIndex={isTabStop ? 0 : -1}
            {...handlers}
            onPointerDown={(event) => {
              handlers.onPointerDown(event);
              if (event.button !== 0) return;
              // The menu opens with the click: until then it may become a drag.
              event.preventDefault();
              event.currentTarget.focus({ preventScroll: true });
              wasOpen.current = isOpen;
            }}
            onClick={() => {
              setIsOpen(!endsDrag() && !wasOpen.current);
              wasOpen.current = false;
            }}
            className="flex min-w-0 flex-1 items-center gap-1.5 px-3 text-left text-grid font-medium text-muted outline-none select-none hover:text-ink focus-visible:text-ink focus-visible:shadow-[inset_0_0_0_2px_var(--color-focus)] data-[state=open]:bg-hover data-[state=open]:text-ink [&_svg]:size-3.5 [&_svg]:shrink-0 @max-[8rem]:gap-1 @max-[8rem]:pr-1 @max-[8rem]:[&_svg]:size-3"
          >
            <span aria-hidden className="text-faint @max-[8rem]:hidden">
              {column.icon}
            </span>
            <span id={labelId} className="truncate">
              {column.label}
            </span>
            {column.access === 'READ_ONLY' ? <ReadOnlyMark /> : null}
            {/* A narrow column has no room for both. */}
            {column.sortOrder === undefined ? (
              <ChevronDown
                aria-hidden
                className="absolute right-2 bg-subtle text-faint opacity-0 group-hover/head:opacity-100 group-has-focus-visible/head:opacity-100 group-has-data-[state=open]/head:bg-hover group-has-data-[state=open]/head:opacity-100"
              />
            ) : (
              <SortIcon aria-hidden className="text-accent-ink" />
            )}
          </button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          onCloseAutoFocus={(event) => {
            if (!goesToHandle.current) return;
            goesToHandle.current = false;
            event.preventDefault();
            handle.current?.focus();
          }}
        >
          <HeaderMenuItems
            columns={columns}
            index={index}
            column={column}
            actions={actions}
            onResize={() => {
              goesToHandle.current = true;
            }}
          />
        </DropdownMenuContent>
      </DropdownMenu>
      {column.fills ? null : (
        <ResizeHandle
          ref={handle}
          label={`Width of ${column.label}`}
          width={column.width}
          onShow={(width) => showWidth(column.id, width)}
          onSettle={(width) => actions.resize(column.id, width)}
          onReset={() => actions.resetWidth(column.id)}
          onDone={() => button.current?.focus()}
        />
      )}
    </div>
  );
}

function ReadOnlyMark() {
  return (
    <Tooltip content="This field is read-only">
      <span role="img" aria-label="This field is read-only" className="text-faint">
        <Lock aria-hidden />
      </span>
    </Tooltip>
  );
}

function HeaderMenuItems<Row>({
  columns,
  index,
  column,
  actions,
  onResize,
}: Pick<HeaderCellProps<Row>, 'columns' | 'index' | 'actions'> & {
  column: GridColumn<Row>;
  onResize: () => void;
}) {
  const { id, sortOrder } = column;
  return (
    <>
      {column.sortable ? (
        <>
          <DropdownMenuItem
            icon={<ArrowUp />}
            checked={sortOrder === 'ASC'}
            onSelect={() => actions.sort(id, 'ASC')}
          >
            Sort ascending
          </DropdownMenuItem>
          <DropdownMenuItem
            icon={<ArrowDown />}
            checked={sortOrder === 'DESC'}
            onSelect={() => actions.sort(id, 'DESC')}
          >
            Sort descending
          </DropdownMenuItem>
          {sortOrder === undefined ? null : (
            <DropdownMenuItem icon={<ArrowDownUp />} onSelect={() => actions.sort(id, undefined)}>
              Clear sorting
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
        </>
      ) : null}
      {canMove(columns, index, -1) ? (
        <DropdownMenuItem icon={<ArrowLeft />} onSelect={() => actions.move(id, -1)}>
          Move left
        </DropdownMenuItem>
      ) : null}
      {canMove(columns, index, 1) ? (
        <DropdownMenuItem icon={<ArrowRight />} onSelect={() => actions.move(id, 1)}>
          Move right
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem icon={<MoveHorizontal />} onSelect={onResize}>
        Resize column
      </DropdownMenuItem>
      {column.removable ? (
        <DropdownMenuItem icon={<EyeOff />} onSelect={() => actions.hide(id)}>
          Hide column
        </DropdownMenuItem>
      ) : null}
    </>
  );
}

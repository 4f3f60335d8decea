import { useRef, type KeyboardEvent, type PointerEvent, type Ref } from 'react';
import { MAXIMUM_COLUMN_WIDTH, MINIMUM_COLUMN_WIDTH, RESIZE_STEP } from '../grid-dimensions.ts';

export type ResizeHandleProps = {
  ref: Ref<HTMLDivElement>;
  label: string;
  width: number;
  /** Called on every move of a drag. */
  onShow: (width: number) => void;
  /** Called once with the width that was chosen. */
  onSettle: (width: number) => void;
  onReset: () => void;
  /** Enter or Escape, after resizing by keyboard. */
  onDone: () => void;
};

/**
 * The right edge of a column. Dragged by pointer; moved by the arrow keys once the header's menu
 * has put the focus on it; a double click gives the column its first width back.
 */
export function ResizeHandle({
  ref,
  label,
  width,
  onShow,
  onSettle,
  onReset,
  onDone,
}: ResizeHandleProps) {
  const drag = useRef<{ fromX: number; fromWidth: number; width: number }>(undefined);

  const startDrag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, fromWidth: width, width };
  };
  const continueDrag = (event: PointerEvent) => {
    const { current } = drag;
    if (current === undefined) return;
    current.width = within(current.fromWidth + event.clientX - current.fromX, current.fromWidth);
    onShow(current.width);
  };
  const endDrag = (event: PointerEvent) => {
    const { current } = drag;
    drag.current = undefined;
    if (current === undefined || current.width === current.fromWidth) return;
    if (event.type === 'pointerup') onSettle(current.width);
    else onShow(current.fromWidth);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -RESIZE_STEP : RESIZE_STEP;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      onSettle(within(width + step, width));
    else if (event.key === 'Home') onSettle(within(0, width));
    else if (event.key === 'Enter' || event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={ref}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={within(0, width)}
      aria-valuemax={MAXIMUM_COLUMN_WIDTH}
      tabIndex={-1}
      data-resize-handle
      className="absolute inset-y-0 -right-1 z-2 w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:left-[3px] after:w-0.5 after:bg-focus after:opacity-0 hover:after:opacity-100 focus-visible:after:opacity-100 active:after:opacity-100"
      onPointerDown={startDrag}
      onPointerMove={continueDrag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={onReset}
      onKeyDown={handleKey}
    />
  );
}

/**
 * The width of a column that is drawn from one to another. Some begin narrower than the least:
 * drawn narrower they stay, drawn wider they take that at once.
 */
function within(wanted: number, from: number): number {
  const width = Math.min(Math.max(wanted, MINIMUM_COLUMN_WIDTH), MAXIMUM_COLUMN_WIDTH);
  return Math.round(wanted < from ? Math.min(width, from) : width);
}

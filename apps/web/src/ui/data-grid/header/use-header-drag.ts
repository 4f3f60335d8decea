import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

/** A movement shorter than this, in pixels, is a click and not a drag. */
const DRAG_FROM = 5;

type HeaderDrag = {
  isMovable: boolean;
  /** Pixels from where the drag began; undefined once it has ended. */
  onDrag: (offset: number | undefined) => void;
  onDrop: (offset: number) => void;
};

/**
 * Distinguishes dragging a header from clicking it. Escape cancels a drag. A finger does not drag, since
 * it scrolls the grid.
 */
export function useHeaderDrag({ isMovable, onDrag, onDrop }: HeaderDrag) {
  const press = useRef<{ fromX: number; isDrag: boolean }>(undefined);
  const endedInDrag = useRef(false);

  const end = (): void => {
    const wasDrag = press.current?.isDrag === true;
    press.current = undefined;
    if (!wasDrag) return;
    endedInDrag.current = true;
    onDrag(undefined);
  };
  return {
    /** Called once by a click: whether it is only the end of a drag. */
    endsDrag: () => {
      const ended = endedInDrag.current;
      endedInDrag.current = false;
      return ended;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        endedInDrag.current = false;
        if (event.button !== 0 || event.pointerType === 'touch' || !isMovable) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { fromX: event.clientX, isDrag: false };
      },
      onPointerMove: (event: PointerEvent) => {
        const { current } = press;
        if (current === undefined) return;
        const offset = event.clientX - current.fromX;
        if (!current.isDrag && Math.abs(offset) < DRAG_FROM) return;
        current.isDrag = true;
        onDrag(offset);
      },
      onPointerUp: (event: PointerEvent) => {
        const { current } = press;
        end();
        if (current?.isDrag) onDrop(event.clientX - current.fromX);
      },
      onPointerCancel: end,
      onLostPointerCapture: end,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && press.current?.isDrag) end();
      },
    },
  };
}

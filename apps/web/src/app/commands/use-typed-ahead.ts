import { limits } from '@repo/contract/page-limits';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Keeps what the user types after opening a dialog until its code has arrived and the dialog takes the keys itself.
 * Until then they are neither lost nor taken for shortcuts, and Escape calls the dialog off.
 *
 * @returns the text, for the field of the dialog.
 */
export function useTypedAhead(isOpened: boolean, onCancel: () => void): RefObject<string> {
  const typed = useRef('');
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    if (!isOpened) return;
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      if (isDialogOpen() || ctrlKey || metaKey || altKey || isComposing) return;
      if (key === 'Escape') cancel();
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1)
        typed.current = (typed.current + key).slice(0, limits.searchLength);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => {
      window.removeEventListener('keydown', keep, { capture: true });
      typed.current = '';
    };
  }, [isOpened]);
  return typed;
}

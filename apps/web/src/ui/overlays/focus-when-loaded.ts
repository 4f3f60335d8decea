/** The first field or button of a dialog, but the one that closes it. */
export const FIRST = ':is(input,select,textarea,button,a[href]):not(:disabled,[data-close])';

/**
 * Focuses a dialog whose content is still being loaded, so that Enter does not close it, and its first field
 * or button once there is one, unless the focus was moved meanwhile.
 */
export function focusWhenLoaded(dialog: HTMLElement): void {
  dialog.focus();
  const observer = new MutationObserver(() => {
    const first = dialog.querySelector<HTMLElement>(FIRST);
    const isMoved = document.activeElement !== dialog;
    if (first === null && !isMoved) return;
    observer.disconnect();
    if (!isMoved) first?.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
}

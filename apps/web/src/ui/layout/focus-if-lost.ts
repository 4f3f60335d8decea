/** The ref of a heading that takes the focus, and so is read out, when the button that was pressed is gone. */
export function focusIfLost(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus();
}

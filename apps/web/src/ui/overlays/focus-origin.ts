/** The elements that Tab stops at; a grid or a toolbar has one of them. */
const FOCUSABLE =
  ':is(a[href], button:enabled, input:enabled, textarea:enabled, [tabindex="0"]):not([tabindex="-1"])';

/** The elements that had the focus, innermost first. */
export type FocusOrigin = readonly HTMLElement[];

/**
 * The element to focus once an overlay that opened from `element` closes. That is the element
 * itself, unless it is an item of a menu, which is gone by then: then it is what opened the menu.
 */
export function focusOrigin(element: Element | null): FocusOrigin {
  const menu = element?.closest('[role="menu"]');
  const triggerId = menu?.getAttribute('aria-labelledby');
  if (triggerId) return focusOrigin(document.getElementById(triggerId));
  const origin: HTMLElement[] = [];
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) {
    if (one === document.body) break;
    origin.push(one);
  }
  return origin;
}

/**
 * Restores the focus. If the element that had it no longer exists (a removed row, a replaced button),
 * the first focusable element at its position gets the focus; on a page that is still loading, its content.
 */
export function restoreFocus(origin: FocusOrigin): void {
  const [element, ...around] = origin;
  if (element?.isConnected) return element.focus({ preventScroll: true });
  for (const area of around) {
    if (!area.isConnected) continue;
    const next = area.matches(FOCUSABLE) ? area : area.querySelector<HTMLElement>(FOCUSABLE);
    if (next !== null) return next.focus({ preventScroll: true });
    if (area.matches('main')) return area.focus({ preventScroll: true });
  }
}

/**
 * The elements that had the focus before each overlay that is shown or fading out, the latest last.
 */
const origins = new Map<EventTarget, FocusOrigin>();

/**
 * Remembers what has the focus when an overlay opens (`event` is that of `onOpenAutoFocus`). One that opens while
 * another closes, as the second of two steps does, finds the focus nowhere: it takes the origin of the other.
 */
export function rememberFocus(event: Event): void {
  const before = [...origins.values()].at(-1) ?? [];
  if (event.target) origins.set(event.target, [...focusOrigin(document.activeElement), ...before]);
}

/** Gives the focus back when an overlay has closed (`event` is that of `onCloseAutoFocus`). */
export function giveFocusBack(event: Event): void {
  event.preventDefault();
  if (!event.target) return;
  restoreFocus(origins.get(event.target) ?? []);
  origins.delete(event.target);
}

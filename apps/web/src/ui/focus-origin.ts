/**
 * Where focus belongs once something that opened from `element` closes. That is the element itself,
 * unless it is an item of a menu, which is gone by then: then it is what opened the menu.
 */
export function focusOrigin(element: Element | null): HTMLElement | undefined {
  const menu = element?.closest('[role="menu"]');
  const triggerId = menu?.getAttribute('aria-labelledby');
  if (triggerId) return focusOrigin(document.getElementById(triggerId));
  return element instanceof HTMLElement && element !== document.body ? element : undefined;
}

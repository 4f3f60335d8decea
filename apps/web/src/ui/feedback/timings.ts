/**
 * The measures that code needs, in milliseconds unless said otherwise; the rest are in
 * `tokens.css`. All come from the specification, part 1, section 9.
 */

/** Tooltips open at once. */
export const TOOLTIP_DELAY_MS = 0;

/** Cards about people, which are not specified, wait until the pointer rests. */
export const CARD_DELAY_MS = 350;

/**
 * The timing of menus under the pointer and under typing. Radix Menu has exactly these built in, including
 * the 300 ms of grace for a pointer on its way into a submenu; `dropdown-menu.test.tsx` checks as much as can
 * be seen without a layout.
 */
export const SUBMENU_OPEN_DELAY_MS = 100;
export const TYPEAHEAD_RESET_MS = 1000;

/** A toast closes by itself after this long, unless hovered or focused. */
export const TOAST_DURATION_MS = 5000;

/** The most toasts that are open at once; one more closes the oldest. */
export const TOAST_LIMIT = 3;

/** A closed toast leaves the page after this long, which its exit animation fills. */
export const TOAST_REMOVAL_DELAY_MS = 500;

/** A search runs after a pause in typing of this length. */
export const SEARCH_DEBOUNCE_MS = 300;

import type { MouseEvent } from 'react';

/**
 * Follows a link in a cell within the application. Every other way to use a link, as in a new tab or
 * to copy its address, is the browser's.
 *
 * @param follow receives the link's address as the cell wrote it.
 */
export function followCellLink(
  event: MouseEvent<HTMLElement>,
  follow: (address: string) => void,
): void {
  const link = (event.target as Element).closest('a[data-cell-link]');
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (link === null || opensElsewhere || event.button !== 0 || event.defaultPrevented) return;
  event.preventDefault();
  follow(link.getAttribute('href') ?? '');
}

import { type RefObject, useEffect } from 'react';
import { pressedShortcut } from '../../lib/shortcuts.ts';

/** Moves the focus between the results with J and K from anywhere on the page. */
export function useResultKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const shortcut = pressedShortcut(event);
      if (shortcut !== 'next-activity' && shortcut !== 'previous-activity') return;
      const links = [
        ...(list.current?.querySelectorAll<HTMLElement>('[data-search-result]') ?? []),
      ];
      const now = links.findIndex((link) => link === document.activeElement);
      const next = shortcut === 'next-activity' ? now + 1 : Math.max(now - 1, 0);
      const target = links[Math.min(next, links.length - 1)];
      if (target === undefined) return;
      event.preventDefault();
      target.focus();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [list]);
}

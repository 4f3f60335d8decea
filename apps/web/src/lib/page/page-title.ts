import { useLayoutEffect, useSyncExternalStore } from 'react';
import { productName } from './product-name.ts';

let pageName = '';
const listeners = new Set<() => void>();

/** Names the page: the tab's title is the product name followed by this. One call a screen. */
export function usePageTitle(name: string): void {
  useTabTitle(name, [productName(), name].filter(Boolean).join(' – '));
}

/** Names the page, and gives the tab a title of its own. */
export function useTabTitle(name: string, title: string): void {
  useLayoutEffect(() => {
    pageName = name;
    document.title = title;
    for (const listener of listeners) listener();
  }, [name, title]);
}

/** The title of the current page. */
export function usePageName(): string {
  return useSyncExternalStore(subscribe, () => pageName);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

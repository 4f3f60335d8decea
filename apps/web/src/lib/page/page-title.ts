import { useLayoutEffect, useSyncExternalStore } from 'react';
import { productName } from './product-name.ts';

let pageName = '';
const listeners = new Set<() => void>();

/** Names the page: the tab's title is the product name followed by this. One call a screen. */
export function usePageTitle(name: string): void {
  useLayoutEffect(() => {
    pageName = name;
    document.title = [productName(), name].filter(Boolean).join(' – ');
    for (const listener of listeners) listener();
  }, [name]);
}

/** The title of the current page. */
export function usePageName(): string {
  return useSyncExternalStore(subscribe, () => pageName);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

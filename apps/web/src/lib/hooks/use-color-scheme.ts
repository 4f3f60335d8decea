import { useSyncExternalStore } from 'react';

/** Which of its two looks the page has now, for what cannot follow it through the style sheet. */
export function useColorScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, read);
}

function read(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Tells the page that another tab has changed what the browser keeps. */
export function dispatchStorageEvent(key: string | null = null): void {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

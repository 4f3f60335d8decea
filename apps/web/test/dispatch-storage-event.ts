/** Notifies the page that another tab has changed the browser's storage. */
export function dispatchStorageEvent(key: string | null = null): void {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

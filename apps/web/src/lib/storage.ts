/**
 * The application's storage in the browser. It can be denied, full or contain what another
 * version or a user wrote there; none of that may break the page, so reading then yields
 * `undefined` and writing yields false.
 */

/** The text under a key, as another application of the page's origin would read it. */
export function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the text was stored. */
export function writeText(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Denied: then nothing was stored either.
  }
}

/** The JSON under a key if `parse` accepts it; `parse` returns undefined or throws otherwise. */
export function readJson<T>(key: string, parse: (value: unknown) => T | undefined): T | undefined {
  const text = readText(key);
  if (text === undefined) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns whether the value was stored. */
export function writeJson(key: string, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}

/** Calls back when another tab changed or removed the key. Returns how to stop. */
export function onStorageChange(key: string, listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}

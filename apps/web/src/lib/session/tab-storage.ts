/**
 * The data of a user that this tab stores while a page is reloaded; a user never reads what
 * another one stored. As in `storage.ts`, nothing is stored if the browser denies it.
 */

type Kept = { person: string; value: unknown };

/** `person` is the id of the user; nothing is stored without one. */
export function writeTabStorage(person: string | undefined, key: string, value: unknown): void {
  if (person === undefined) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ person, value } satisfies Kept));
  } catch {
    // Denied or full: then a reload forgets it.
  }
}

/**
 * The stored value; other code can write there, so it has to be checked. A page that is opened, not
 * reloaded or come back to, begins with nothing.
 */
export function readTabStorage(person: string | undefined, key: string): unknown {
  try {
    if (isOpened()) return undefined;
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return person !== undefined && kept?.person === person ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

function isOpened(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type !== 'reload' && load?.type !== 'back_forward';
}

/**
 * What the browser keeps of a person in this tab while a page is reloaded; nobody is told what
 * another person left there. As in `storage.ts`, nothing is kept where the browser denies it.
 */

type Kept = { person: string; value: unknown };

/** `person` is the id of whom it is; of nobody, nothing is kept. */
export function writeTabStorage(person: string | undefined, key: string, value: unknown): void {
  if (person === undefined) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ person, value } satisfies Kept));
  } catch {
    // Denied or full: then a reload forgets it.
  }
}

/**
 * Whatever was kept; anybody can write there, so it is to be checked. A page that is opened, not
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

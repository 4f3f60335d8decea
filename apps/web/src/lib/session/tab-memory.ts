/**
 * What the browser keeps of a person in this tab, through reloads; nobody is told what another
 * person left there. As in `storage.ts`, nothing is kept where the browser denies it.
 */

type Kept = { person: string; value: unknown };

/** `person` is the id of whom it is; of nobody, nothing is kept. */
export function keepInTab(person: string | undefined, key: string, value: unknown): void {
  if (person === undefined) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ person, value } satisfies Kept));
  } catch {
    // Denied or full: then a reload forgets it.
  }
}

/** Whatever was kept; anybody can write there, so it is to be checked. */
export function recallInTab(person: string | undefined, key: string): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return person !== undefined && kept?.person === person ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

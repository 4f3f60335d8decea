/**
 * The name of the browser's database with the data that users store on this device; larger than other
 * storage.
 */
export const PERSON_DATABASE = 'person';

/** Removes what any person stored, at Sign Out: the next one may be another. */
export function removePersonDatabase(): void {
  try {
    indexedDB.deleteDatabase(PERSON_DATABASE);
  } catch {
    // Denied: then nothing was stored either.
  }
}

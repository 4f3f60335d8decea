import { logWarning } from '../log-failure.ts';
import { type FieldKinds, readFields } from './read-fields.ts';

/**
 * The entries of a list that a server sent. Entries that cannot be used, such as `null`, are skipped
 * with one logged warning, so that the rest of the list is still shown. A missing list is empty.
 *
 * @param what names the list in the warning.
 * @param isUsable checks the fields that the list cannot do without.
 * @param kinds the fields that are read before that.
 */
export function readList<Entry extends object>(
  received: readonly (Entry | null | undefined)[] | null | undefined,
  what: string,
  isUsable: (entry: Entry) => boolean = () => true,
  kinds: FieldKinds<Entry> = {},
): Entry[] {
  if (!Array.isArray(received)) return [];
  const usable = received
    .filter((entry): entry is Entry => typeof entry === 'object' && entry !== null)
    .map((entry) => readFields(entry, kinds))
    .filter(isUsable);
  warnOfSkipped(what, received.length - usable.length);
  return usable;
}

export function readTexts(received: unknown, what: string): string[] {
  if (!Array.isArray(received)) return [];
  const usable = received.filter((entry): entry is string => typeof entry === 'string');
  warnOfSkipped(what, received.length - usable.length);
  return usable;
}

export function warnOfSkipped(what: string, count: number): void {
  if (count > 0) logWarning(`The server sent ${what} that cannot be shown; skipped: ${count}.`);
}

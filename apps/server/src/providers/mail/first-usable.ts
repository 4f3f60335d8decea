/** An email repeats no header as often; further ones are not looked at. */
const MAX_REPEATED = 50;

/**
 * The value of the first usable occurrence of a repeated header. Programs that add a header do not always
 * remove the broken or empty one before it.
 *
 * @param read returns undefined for a value that is not usable.
 */
export function firstUsable<T>(
  values: readonly string[],
  read: (value: string) => T | undefined,
): T | undefined {
  for (const value of values.slice(0, MAX_REPEATED)) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

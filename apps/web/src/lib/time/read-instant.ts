/** Days are written YYYY-MM-DD, which has four digits for the year. */
const FIRST_YEAR = 1;
const LAST_YEAR = 9_999;

/** The instant that a server sent as text; undefined if it sent none, or none of our calendar. */
export function readInstant(value: unknown): Date | undefined {
  if (typeof value !== 'string' && !(value instanceof Date)) return undefined;
  const instant = new Date(value);
  const year = instant.getUTCFullYear();
  return year > FIRST_YEAR && year < LAST_YEAR ? instant : undefined;
}

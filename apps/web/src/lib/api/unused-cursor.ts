/**
 * The cursor of the next page; undefined at the end of the list, and for a cursor that was requested
 * before: a server that repeats one would be read without end.
 */
export function unusedCursor(
  cursor: string | undefined,
  requested: readonly (string | undefined)[],
): string | undefined {
  return requested.includes(cursor) ? undefined : cursor;
}

/**
 * Creates a value on first use. For formats of dates and texts: each costs a browser
 * milliseconds, and a page that opens wants few of those that its modules know.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

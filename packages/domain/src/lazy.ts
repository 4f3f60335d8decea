/**
 * Creates a value on first use. For formatters of dates and texts: creating one takes a browser
 * milliseconds, and a page uses few of the ones that its modules declare.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

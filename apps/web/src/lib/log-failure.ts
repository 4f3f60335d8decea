/**
 * Logs a failure that the page does not show to the browser's console: only for the few failures
 * for which the specification requires that.
 */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- The web application logs only in this file.
  console.error(what, error);
}

/** Logs a repaired response, for the operator of the server that sent it. */
export function logWarning(what: string): void {
  // oxlint-disable-next-line no-console -- See above.
  console.warn(what);
}

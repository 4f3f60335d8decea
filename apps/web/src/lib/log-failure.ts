/**
 * Tells the browser's console about a failure that the page does not show. For the few that the
 * specification wants logged alone.
 */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- The one place of the web application that logs.
  console.error(what, error);
}

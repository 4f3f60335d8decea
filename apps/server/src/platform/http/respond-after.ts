/**
 * A request whose work can go on later responds after so long with what is done; milliseconds. Clients
 * wait for 10 s, and the work that has begun may take a few more.
 */
export const RESPOND_AFTER_MS = 2_000;

/** Whether a request whose work can go on later has to respond now, counted from this call. */
export function respondDeadline(): () => boolean {
  const end = performance.now() + RESPOND_AFTER_MS;
  return () => performance.now() > end;
}

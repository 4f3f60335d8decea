/**
 * Milliseconds after which a request responds with the work done so far, if the rest can go on later. Clients
 * wait for 10 s, and work that has begun may take a few more.
 */
export const RESPOND_AFTER_MS = 2_000;

/** Returns a function that says whether such a request has to respond now, counted from this call. */
export function respondDeadline(): () => boolean {
  const end = performance.now() + RESPOND_AFTER_MS;
  return () => performance.now() > end;
}

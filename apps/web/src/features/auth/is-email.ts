/**
 * One @ between a name and a host with a dot, and no spaces; whether it exists only mail can tell.
 */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

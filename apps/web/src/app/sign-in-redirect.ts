import type { Location } from 'react-router';

/** The router state that says where to go after signing in. */
export type RedirectState = { origin: string };

export function redirectStateOf({ pathname, search, hash }: Location): RedirectState {
  return { origin: pathname + search + hash };
}

/**
 * The page to open after signing in: the remembered page or `/`. The state lives in the browser's
 * history, out of reach for other sites, and is nevertheless restricted to addresses of this one.
 */
export function redirectTarget(state: unknown): string {
  const origin = (state as Partial<RedirectState> | null)?.origin;
  if (typeof origin !== 'string' || !origin.startsWith('/')) return '/';
  // '//' alone is a path that a page can have, but no address.
  if (!URL.canParse(origin, window.location.origin)) return '/';
  const url = new URL(origin, window.location.origin);
  if (url.origin !== window.location.origin) return '/';
  return url.pathname + url.search + url.hash;
}

/** The email address that the previous page suggests for signing in, if any. */
export function suggestedEmail(state: unknown): string | undefined {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : undefined;
}

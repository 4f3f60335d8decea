import type { ServerLevel } from '@repo/contract/server-level';

/**
 * Whether the server offers what goes beyond the specification. It says so in the page's
 * `<meta name="server-level">`, which costs no request. The level stays the same as long as the
 * page is open.
 */
export function isFullServer(): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="server-level"]');
  return meta?.content === ('full' satisfies ServerLevel);
}

/** Whether the server offers something of this level; what names no level is specified. */
export const isOffered = (level: ServerLevel = 'specification'): boolean =>
  level === 'specification' || isFullServer();

import { isFullServer } from './server-level.ts';

/**
 * Whether administrators can reset the data of users, and mark users as test users. A server says in
 * the page's `<meta name="user-data-resets">` that its operator has switched that off.
 */
export function areResetsAllowed(): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="user-data-resets"]');
  return !isFullServer() || meta?.content !== 'off';
}

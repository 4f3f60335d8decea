import type { ServerLevel } from '@repo/contract/server-level';

/** Sets the level of the server in this test; each test begins with a full one. */
export function serveAtLevel(level: ServerLevel): void {
  document.head.querySelector('meta[name="server-level"]')?.remove();
  const meta = document.createElement('meta');
  meta.name = 'server-level';
  meta.content = level;
  document.head.append(meta);
}

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { APPLICATION } from './cluster/prepare-application-database.ts';
import { readPassword } from './passwords.ts';
import type { Postmaster } from './postmaster.ts';

/** Longest path of a Unix socket that all systems take; bytes. Linux takes 107, macOS 103. */
const MAX_SOCKET_PATH = 103;

/**
 * The application's own database on a running postmaster: over its Unix socket, which takes less
 * processor time than TCP (docs/decisions/postgres-18.md), or over TCP where the socket's path is too long, or
 * where an earlier version has started the postmaster without one.
 */
export async function applicationUrl(dataDir: string, { port }: Postmaster): Promise<string> {
  const password = await readPassword(dataDir, 'application');
  const url = `postgres://${APPLICATION}:${password}@127.0.0.1:${port}/${APPLICATION}`;
  const folder = join(dataDir, 'cluster');
  const socket = join(folder, `.s.PGSQL.${port}`);
  if (Buffer.byteLength(socket) > MAX_SOCKET_PATH) return url;
  const isThere = await access(socket).then(
    () => true,
    () => false,
  );
  return isThere ? `${url}?host=${encodeURIComponent(folder)}` : url;
}

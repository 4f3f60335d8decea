import { readFileSync } from 'node:fs';

/**
 * Whether a process runs under this id. One that ended and only waits to be collected (a zombie)
 * does not.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** In a container without an init process an orphan that ended stays a zombie for good. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    // The process ended after the signal, or is hidden from this user. The result of the signal is
    // used; if it is outdated, the next check notices.
    return false;
  }
}

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
    // Gone since the signal, or hidden from this user: the result of the signal is used, or the next check
    // tells.
    return false;
  }
}

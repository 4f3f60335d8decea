import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Pids of a process and of all below it. */
export function family(pid: number): number[] {
  const parents = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) {
    for (const [child = 0, of] of parents) if (of === parent) found.push(child);
  }
  return found;
}

/** Proportional set size in MiB: shared pages count once over all that share them. */
export function memory(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
    } catch {
      // The process has ended since it was listed.
      return 0;
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

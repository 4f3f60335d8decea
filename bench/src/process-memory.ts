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

/** Processor time of processes so far, including those that they started and that have ended; seconds. */
export function processorTime(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      // The process has ended since it was listed.
      return 0;
    }
  });
  // Linux reports it in hundredths of a second.
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

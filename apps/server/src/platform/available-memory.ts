import { totalmem } from 'node:os';

/** The memory of the container or, without a limit, of the machine; MiB. */
export function availableMemoryMb(): number {
  // 0, or more than the machine has, where there is no limit.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(limit, totalmem()) / 1024 / 1024;
}

import { expect, onTestFinished, vi } from 'vitest';
import type { SyncLab } from './create-sync-lab.ts';

/**
 * Once the fault that was set first has struck, and so a page is being read, lets the minute pass
 * after which a sync looks for changes in the middle of its tasks.
 */
export async function passChangesInterval(lab: SyncLab): Promise<void> {
  const now = Date.now.bind(Date);
  await expect
    .poll(async () => {
      const { faults } = await lab.control<{ faults: { struck: number }[] }>('GET', '/faults');
      return faults[0]?.struck;
    })
    .toBeGreaterThan(0);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
  onTestFinished(() => clock.mockRestore());
}

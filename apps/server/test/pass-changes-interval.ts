import { expect, onTestFinished, vi } from 'vitest';
import type { SyncLab } from './create-sync-lab.ts';

/**
 * Once the first injected failure has occurred, and a page is therefore being read, skips the
 * minute after which a sync looks for changes between its tasks.
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

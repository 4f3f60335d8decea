export class RunsElsewhere extends Error {
  override name = 'RunsElsewhere';
  override message = 'This import runs in another tab or window.';
}

/** The work of this tab so far, under any name; a run that was aborted ends soon. */
let earlier: Promise<unknown> = Promise.resolve();

/**
 * Runs work after earlier work of this tab has ended, and not at the same time as another tab: two would
 * count each other's accounts as existing ones.
 *
 * @throws RunsElsewhere
 */
export function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const before = earlier;
  const run = (async () => {
    await before;
    // Browsers offer locks only over HTTPS and on this computer.
    const locks = (navigator as { locks?: LockManager }).locks;
    if (locks === undefined) return work();
    await locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) throw new RunsElsewhere();
      return work();
    });
  })();
  earlier = run.catch(() => undefined);
  return run;
}

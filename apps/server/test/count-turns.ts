import { onTestFinished, vi } from 'vitest';

/** Turns of the event loop during some work, in which each look at the clock shows that the time is over. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
  onTestFinished(() => clock.mockRestore());
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

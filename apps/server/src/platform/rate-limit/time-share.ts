/**
 * Runs a task when it is the turn of its key.
 *
 * @param key such as a user.
 */
export type TimeShare = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

interface Started {
  /** Milliseconds. */
  at: number;
}

interface Lane {
  /** The time of its tasks that have ended; milliseconds. */
  used: number;
  running: Set<Started>;
  waiting: ((started: Started) => void)[];
}

/**
 * Shares a number of slots between keys by the time that their tasks take. The next task belongs to the key
 * that has used the least; a key's tasks start in the order of arrival. So a key with long tasks delays
 * another key only by its running tasks, however many wait.
 *
 * A key that had no tasks for a while begins level with the last served key, and saves up no time.
 *
 * @param total the tasks that run at the same time.
 * @param now milliseconds.
 */
export function createTimeShare(total: number, now = () => performance.now()): TimeShare {
  const lanes = new Map<string, Lane>();
  let running = 0;
  /** The use of the last served key. */
  let level = 0;

  const usedBy = ({ used, running: tasks }: Lane): number => {
    const at = now();
    let sum = used;
    for (const started of tasks) sum += at - started.at;
    return sum;
  };

  const isIdle = (lane: Lane) => lane.running.size === 0 && lane.waiting.length === 0;

  const laneOf = (key: string): Lane => {
    const lane = lanes.get(key) ?? { used: level, running: new Set(), waiting: [] };
    if (isIdle(lane)) lane.used = Math.max(lane.used, level);
    lanes.set(key, lane);
    return lane;
  };

  const start = (lane: Lane): Started => {
    running += 1;
    level = Math.max(level, usedBy(lane));
    const started = { at: now() };
    lane.running.add(started);
    return started;
  };

  const end = (lane: Lane, started: Started): void => {
    running -= 1;
    lane.running.delete(started);
    lane.used += now() - started.at;
    const lanesByUse = [...lanes.values()].filter(({ waiting }) => waiting.length > 0);
    const [first] = lanesByUse.sort((one, other) => usedBy(one) - usedBy(other));
    first?.waiting.shift()?.(start(first));
    // The keys that are level with the others again.
    for (const [key, other] of lanes) if (isIdle(other) && other.used <= level) lanes.delete(key);
  };

  return async (key, task) => {
    const lane = laneOf(key);
    const started =
      running < total
        ? start(lane)
        : await new Promise<Started>((resolve) => lane.waiting.push(resolve));
    try {
      return await task();
    } finally {
      end(lane, started);
    }
  };
}

import { describe, expect, test, vi } from 'vitest';
import { createFairLimiter, type FairLimiterOptions } from './fair-limiter.ts';

/** A limiter whose tasks end when the test ends them. */
function createLab(options: Partial<FairLimiterOptions> = {}) {
  const limiter = createFairLimiter({
    perKey: 2,
    total: 3,
    waitingPerKey: 10,
    timeoutMs: 60_000,
    ...options,
  });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, unknown>();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    started,
    outcomes,
    run(name: string, onAbandoned?: (listener: () => void) => void) {
      const task = () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      };
      limiter(name[0] ?? '', task, onAbandoned).then(
        () => outcomes.set(name, 'done'),
        (error: unknown) => outcomes.set(name, error),
      );
    },
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
    settle,
  };
}

describe('a fair limiter', () => {
  test('runs so many tasks of one key at once, and those of others beside them', async () => {
    const { run, end, started } = createLab();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) run(name);
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('gives each key one turn after the other, however many tasks another has', async () => {
    const { run, end, started } = createLab({ total: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) run(name);
    for (let turn = 0; turn < 7; turn += 1) await end(started.at(-1) ?? '');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('never runs more than the total, and uses all of it', async () => {
    const { run, end, started } = createLab({ perKey: 2, total: 3 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1']) run(name);
    expect(started).toHaveLength(3);
    await end('a1');
    expect(started).toHaveLength(4);
    await end('a2');
    await end('b1');
    expect(started).toHaveLength(6);
  });

  test('refuses what would wait behind too many of its own, and no one else', async () => {
    const { run, outcomes, settle, started } = createLab({ total: 10, waitingPerKey: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) run(name);
    await settle();
    expect(outcomes.get('a4')).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 2 });
    expect(outcomes.size).toBe(1);
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  test('does not run what was abandoned while it waited', async () => {
    const { run, end, started, outcomes, settle } = createLab({ perKey: 1 });
    let abandon = () => {};
    run('a1');
    run('a2', (listener) => (abandon = listener));
    run('a3');
    abandon();
    await settle();
    expect(outcomes.has('a2')).toBe(true);
    await end('a1');
    expect(started).toEqual(['a1', 'a3']);
    // Once it runs, it cannot be abandoned any more.
    await end('a3');
    expect(outcomes.get('a3')).toBe('done');
  });

  test('refuses what has waited too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { run, outcomes, settle } = createLab({ perKey: 1, timeoutMs: 1_000 });
      run('a1');
      run('a2');
      vi.advanceTimersByTime(1_001);
      await settle();
      expect(outcomes.get('a2')).toMatchObject({ code: 'RATE_LIMITED' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('goes on after a task that failed', async () => {
    const limiter = createFairLimiter({ perKey: 1, total: 1, waitingPerKey: 1, timeoutMs: 1_000 });
    const failing = limiter('a', () => Promise.reject(new Error('failed')));
    const next = limiter('b', async () => 'ran');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('ran');
  });
});

import { expect, it } from 'vitest';
import { createTimeShare } from './time-share.ts';

/** Tasks whose durations are those of a clock of their own. */
function createLab(total = 1) {
  let time = 0;
  const share = createTimeShare(total, () => time);
  const log: string[] = [];
  const open = new Map<string, () => void>();
  /** Requests a turn for a task, which runs until it is ended. */
  const request = (name: string) => {
    const [key = ''] = name;
    return share(key, () => {
      log.push(name);
      return new Promise<void>((resolve) => open.set(name, resolve));
    });
  };
  const end = async (name: string, milliseconds: number) => {
    time += milliseconds;
    open.get(name)?.();
    await new Promise(setImmediate);
  };
  return { request, end, log, share };
}

it('serves the key next that has used the least time, however many tasks another one has', async () => {
  const { request, end, log } = createLab();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) void request(name);
  await end('a1', 1_000);
  await end('b1', 10);
  await end('b2', 10);
  await end('b3', 10);
  expect(log).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']);
});

it('counts the time of tasks that are still running', async () => {
  const { request, end, log } = createLab(2);
  for (const name of ['a1', 'b1', 'a2', 'c1']) void request(name);
  await end('b1', 1_000);
  expect(log).toEqual(['a1', 'b1', 'c1']);
});

it('does not forget what a key has used while it has no tasks', async () => {
  const { request, end, log } = createLab();
  void request('a1');
  await end('a1', 1_000);
  void request('b1');
  void request('a2');
  void request('b2');
  await end('b1', 10);
  expect(log).toEqual(['a1', 'b1', 'b2']);
});

it('lets no key save up time: after a while without tasks it is level with the others', async () => {
  const { request, end, log } = createLab();
  for (let turn = 0; turn < 10; turn += 1) {
    void request('a0');
    await end('a0', 1_000);
  }
  for (const name of ['a1', 'b1', 'b2', 'b3', 'a2']) void request(name);
  await end('a1', 1_000);
  await end('b1', 1_500);
  expect(log.slice(10)).toEqual(['a1', 'b1', 'a2']);
});

it('returns what a task returns, and goes on after one that fails', async () => {
  const { share } = createLab();
  const failed = share('a', () => Promise.reject(new Error('failed')));
  const next = share('a', async () => 'done');
  await expect(failed).rejects.toThrow('failed');
  await expect(next).resolves.toBe('done');
});

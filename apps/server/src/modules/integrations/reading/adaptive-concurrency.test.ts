import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProviderError } from '../provider-error.ts';
import { createAdaptiveConcurrency, type AdaptiveConcurrency } from './adaptive-concurrency.ts';

const concurrency = () => createAdaptiveConcurrency(new AbortController().signal);
const failing = (...errors: ProviderError[]) => {
  const rest = [...errors];
  return vi.fn<() => Promise<string>>(async () => {
    const error = rest.shift();
    if (error) throw error;
    return 'done';
  });
};
/** Runs everything that can continue, this many times. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};
const temporary = new ProviderError('temporary', 'down');
const codeOf = (code: string) => Object.assign(new Error(code), { code });
const paused = (retryAfterSeconds: number) =>
  new ProviderError('rate-limited', 'enough', { retryAfterSeconds });

describe('one piece of work', () => {
  it('is tried again while it fails temporarily, not for ever', async () => {
    expect(await concurrency().run(failing(temporary))).toBe('done');
    const hopeless = failing(temporary, temporary, temporary, temporary, temporary);
    await expect(concurrency().run(hopeless)).rejects.toBe(temporary);
    expect(hopeless).toHaveBeenCalledTimes(4);
  });

  it('is not tried again when that cannot help', async () => {
    for (const kind of ['permanent', 'reauthorize', 'cursor-expired'] as const) {
      const work = failing(new ProviderError(kind, 'no'));
      await expect(concurrency().run(work)).rejects.toThrow('no');
      expect(work).toHaveBeenCalledTimes(1);
    }
  });

  it.each([
    ['a timeout', new ProviderError('temporary', 'late', { cause: codeOf('ETIMEOUT') }), 1],
    ['a lost connection', new ProviderError('temporary', 'lost', { cause: codeOf('EPIPE') }), 2],
  ])('is tried less often after %s that took long', async (_, error, attempts) => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const work = vi.fn<() => Promise<never>>(async () => {
      now += 10_000;
      throw error;
    });
    await expect(concurrency().run(work)).rejects.toBe(error);
    expect(work).toHaveBeenCalledTimes(attempts);
  });

  it('is tried again as usual when the provider took long to ask for a pause', async () => {
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    [0, 10_000].forEach((at) => clock.mockReturnValueOnce(at));
    expect(await concurrency().run(failing(paused(0)))).toBe('done');
  });

  it('waits as long as the provider says, and everything else with it', async () => {
    const one = concurrency();
    const begun = performance.now();
    const refused = failing(paused(1));
    const first = one.run(refused);
    await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
    const second = one.run(async () => performance.now() - begun);
    expect(await first).toBe('done');
    expect(await second).toBeGreaterThanOrEqual(990);
  });

  it('is not asked for ever of a provider that goes on objecting', async () => {
    const work = failing(...Array.from({ length: 5 }, () => paused(0)));
    await expect(concurrency().run(work)).rejects.toThrow('enough');
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('does not sit out a long pause', async () => {
    const error = paused(3_600);
    await expect(concurrency().run(failing(error))).rejects.toBe(error);
  });

  it('stops on abort, even during a wait', async () => {
    const one = createAdaptiveConcurrency(AbortSignal.timeout(50));
    await expect(one.run(failing(paused(10)))).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('many pieces of work', () => {
  it('are done several at once and come back in order', async () => {
    let [now, maximum] = [0, 0];
    const items = Array.from({ length: 50 }, (_, index) => index);
    const results = await concurrency().each(items, async (item) => {
      maximum = Math.max(maximum, ++now);
      await turns((50 - item) % 7);
      now -= 1;
      return item * 2;
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect(maximum).toBe(10);
  });

  it('stop at the first failure, after what is under way', async () => {
    const done: number[] = [];
    const items = Array.from({ length: 50 }, (_, index) => index);
    const all = concurrency().each(items, async (item) => {
      if (item === 3) throw new Error('no');
      await turns(5);
      done.push(item);
    });
    await expect(all).rejects.toThrow('no');
    expect(done).toHaveLength(9);
  });

  /** Returns how many of many tasks run at the same time. */
  async function widthOf(one: AdaptiveConcurrency): Promise<number> {
    let [now, maximum] = [0, 0];
    await one.each(Array.from({ length: 60 }), async () => {
      maximum = Math.max(maximum, ++now);
      await turns(1);
      now -= 1;
    });
    return maximum;
  }

  it('are fewer at once after the provider objected', async () => {
    const one = concurrency();
    await one.run(failing(paused(0)));
    expect(await widthOf(one)).toBe(5);
  });

  it('are fewer once where many were refused at once', async () => {
    const one = concurrency();
    await Promise.all(Array.from({ length: 8 }, () => one.run(failing(paused(1)))));
    expect(await widthOf(one)).toBe(5);
  });

  it('are never none, however often the provider objects', async () => {
    const one = concurrency();
    for (let times = 0; times < 6; times += 1) {
      await one.run(failing(paused(0)));
      // The next objection is not of the same moment, so it reduces the concurrency again.
      for (const moment = Date.now(); Date.now() === moment;) await turns(1);
    }
    expect(await one.each([1, 2], async (item) => item)).toEqual([1, 2]);
  });

  it('are more at once while it does not object, up to twenty', async () => {
    const one = concurrency();
    for (let pages = 0; pages < 15; pages += 1) await one.each([1], async () => {});
    expect(await widthOf(one)).toBe(20);
  });
});

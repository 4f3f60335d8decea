import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startUnlessStopped, stopInOrder } from './shutdown-signal.ts';

const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
const onHung = vi.fn<(message: string) => void>();
const forever = new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

function signal() {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => (controller.abort(), resolve());
  return { stop, until: { received: promise, stopping: controller.signal, fail: () => {} } };
}

test.each(['while it starts', 'before it starts'])(
  'a start that hangs ends 30 s after a signal that came %s',
  async (when) => {
    const { stop, until } = signal();
    if (when === 'before it starts') stop();
    void startUnlessStopped(forever, until, onHung);
    if (when === 'while it starts') {
      await vi.advanceTimersByTimeAsync(60_000);
      stop();
    }
    await vi.advanceTimersByTimeAsync(29_000);
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onHung).toHaveBeenCalledWith(expect.stringContaining('within 30 s'));
    expect(exit).toHaveBeenCalledWith(1);
  },
);

test('what started in time serves for as long as no signal comes, and stops without being cut', async () => {
  const { stop, until } = signal();
  expect(await startUnlessStopped(Promise.resolve('server'), until, onHung)).toBe('server');
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  await stopInOrder(async () => {}, onHung);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(exit).not.toHaveBeenCalled();
});

test('a stop that hangs is cut after 30 s', async () => {
  void stopInOrder(() => forever, onHung);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onHung).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledWith(1);
});

test('a start that fails after a signal is no failure', async () => {
  const { stop, until } = signal();
  stop();
  const start = Promise.reject(new Error('terminating connection'));
  expect(await startUnlessStopped(start, until, onHung)).toBeUndefined();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadCode } from './preload-code.ts';

const fetched = vi.fn<typeof fetch>();
const load = vi.fn<() => Promise<string>>(async () => 'the code');

beforeEach(() => {
  load.mockClear();
  vi.stubGlobal('fetch', fetched.mockReset());
});
afterEach(() => vi.unstubAllGlobals());

test('nothing is imported before its files have arrived, so that it can be loaded again', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockResolvedValueOnce(new Response('', { status: 404 }));
  await expect(preloadCode(load, ['assets/a.js'])).rejects.toThrow('Failed to fetch');
  await expect(preloadCode(load, ['assets/a.js'])).rejects.toThrow(
    '/assets/a.js responded with 404.',
  );
  expect(load).not.toHaveBeenCalled();
  fetched.mockImplementation(async () => new Response(''));
  expect(await preloadCode(load, ['assets/a.js', 'assets/b.js'])).toBe('the code');
  expect(fetched).toHaveBeenLastCalledWith('/assets/b.js');
  fetched.mockClear();
  await preloadCode(load, ['assets/a.js']);
  expect(fetched).not.toHaveBeenCalled();
});

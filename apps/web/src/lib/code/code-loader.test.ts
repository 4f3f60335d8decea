import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteResponse } from '../connection/connection.ts';
import { CodeLoader, needsReload } from './code-loader.ts';

const fetched = vi.fn<typeof fetch>();

const OUTAGE = { name: 'HTTP Error', status: 502, code: undefined } as const;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', fetched.mockReset().mockRejectedValue(new TypeError('Failed to fetch')));
});
afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failing = (code: string, failures = 1) => {
  let left = failures;
  return vi.fn<() => Promise<string>>(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return code;
  });
};

/** The page as the server has it, with the entry script of this name. */
const serve = (script: string) =>
  fetched.mockImplementation(
    async () => new Response(`<script type="module" src="/assets/${script}"></script>`),
  );

function runBuild(script: string): void {
  const entry = document.createElement('script');
  entry.type = 'module';
  entry.setAttribute('src', `/assets/${script}`);
  document.head.append(entry);
}

test('code that failed to load is loaded by itself when the connection returns', async () => {
  const load = failing('the code', 2);
  const loader = new CodeLoader(load);
  noteResponse(OUTAGE);
  await loader.request();
  expect([loader.readStatus(), loader.read()]).toEqual(['failed', undefined]);
  const observed = vi.fn<() => void>();
  loader.subscribe(observed);
  noteResponse();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  noteResponse(OUTAGE);
  noteResponse();
  await vi.waitFor(() => expect(loader.readStatus()).toBe('loaded'));
  expect(loader.read()).toBe('the code');
  expect(observed).toHaveBeenCalled();
});

test('a new request loads it again', async () => {
  const loader = new CodeLoader(failing('the code'));
  await loader.request();
  await loader.request();
  expect(loader.read()).toBe('the code');
});

test.each([
  ['a new build', 'index-new.js', 'replaced'],
  ['the same build', 'index-old.js', 'failed'],
])('with %s on the server the status is different', async (_, served, status) => {
  runBuild('index-old.js');
  serve(served);
  const loader = new CodeLoader(failing('the code'));
  await loader.request();
  await loader.explained();
  expect(loader.readStatus()).toBe(status);
});

test('code that keeps failing while the server is there needs a reload, unless it loads after all', async () => {
  vi.useFakeTimers();
  try {
    runBuild('index-old.js');
    serve('index-old.js');
    const load = failing('the code', 4);
    const loader = new CodeLoader(load);
    await loader.request();
    await loader.explained();
    expect([loader.readStatus(), needsReload(loader.readStatus())]).toEqual(['failed', false]);
    // Three attempts follow by themselves.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).toHaveBeenCalledTimes(4);
    expect([loader.readStatus(), needsReload(loader.readStatus())]).toEqual(['stuck', true]);
    await loader.request();
    expect(loader.readStatus()).toBe('loaded');
  } finally {
    vi.useRealTimers();
  }
});

test('a server that cannot be asked does not count as a new build', async () => {
  runBuild('index-old.js');
  const loader = new CodeLoader(failing('the code'));
  await loader.request();
  await loader.explained();
  expect(loader.readStatus()).toBe('failed');
});

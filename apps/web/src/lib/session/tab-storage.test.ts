import { afterEach, expect, test, vi } from 'vitest';
import { writeTabStorage, readTabStorage } from './tab-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function loadBy(type: string): void {
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
}

test('what a user stored in the tab is there after a reload, and for no other user', () => {
  loadBy('reload');
  writeTabStorage('ann', 'key', { top: 12 });
  expect(readTabStorage('ann', 'key')).toEqual({ top: 12 });
  expect(readTabStorage('bob', 'key')).toBeUndefined();
  expect(readTabStorage(undefined, 'key')).toBeUndefined();
  writeTabStorage(undefined, 'key', 'no user’s');
  loadBy('back_forward');
  expect(readTabStorage('ann', 'key')).toEqual({ top: 12 });
});

test('a page that is opened begins with nothing, and what cannot be read is nothing', () => {
  writeTabStorage('ann', 'key', { top: 12 });
  loadBy('navigate');
  expect(readTabStorage('ann', 'key')).toBeUndefined();
  loadBy('reload');
  sessionStorage.setItem('key', '{');
  expect(readTabStorage('ann', 'key')).toBeUndefined();
});

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
  writeTabStorage('ann', 'place', { top: 12 });
  expect(readTabStorage('ann', 'place')).toEqual({ top: 12 });
  expect(readTabStorage('bob', 'place')).toBeUndefined();
  expect(readTabStorage(undefined, 'place')).toBeUndefined();
  writeTabStorage(undefined, 'place', 'nobody’s');
  loadBy('back_forward');
  expect(readTabStorage('ann', 'place')).toEqual({ top: 12 });
});

test('a page that is opened begins with nothing, and what cannot be read is nothing', () => {
  writeTabStorage('ann', 'place', { top: 12 });
  loadBy('navigate');
  expect(readTabStorage('ann', 'place')).toBeUndefined();
  loadBy('reload');
  sessionStorage.setItem('place', '{');
  expect(readTabStorage('ann', 'place')).toBeUndefined();
});

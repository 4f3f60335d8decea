import { afterEach, expect, test, vi } from 'vitest';
import { keepInTab, recallInTab } from './tab-memory.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function loadBy(type: string): void {
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
}

test('what a person left in the tab is there after a reload, and for nobody else', () => {
  loadBy('reload');
  keepInTab('ann', 'place', { top: 12 });
  expect(recallInTab('ann', 'place')).toEqual({ top: 12 });
  expect(recallInTab('bob', 'place')).toBeUndefined();
  expect(recallInTab(undefined, 'place')).toBeUndefined();
  keepInTab(undefined, 'place', 'nobody’s');
  loadBy('back_forward');
  expect(recallInTab('ann', 'place')).toEqual({ top: 12 });
});

test('a page that is opened begins with nothing, and what cannot be read is nothing', () => {
  keepInTab('ann', 'place', { top: 12 });
  loadBy('navigate');
  expect(recallInTab('ann', 'place')).toBeUndefined();
  loadBy('reload');
  sessionStorage.setItem('place', '{');
  expect(recallInTab('ann', 'place')).toBeUndefined();
});

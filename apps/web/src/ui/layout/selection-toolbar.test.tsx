import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SelectionToolbar } from './selection-toolbar.tsx';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['are above the toolbar as long as it is there', 812, '88px'],
  ['stay where they are below a toolbar in the middle of the page', 560, '0px'],
])('toasts %s', (_what, top, expected) => {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, top, 600, 40),
  );
  const bottom = () => document.documentElement.style.getPropertyValue('--toasts-bottom');
  const { unmount } = render(
    <SelectionToolbar label="Selected" count={2} onClear={() => {}}>
      {null}
    </SelectionToolbar>,
  );
  expect(bottom()).toBe(expected);
  unmount();
  expect(bottom()).toBe('');
});

import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SelectionToolbar } from './selection-toolbar.tsx';

afterEach(() => vi.restoreAllMocks());

test('toasts are above the toolbar as long as it is there', () => {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 812, 600, 40),
  );
  const bottom = () => document.documentElement.style.getPropertyValue('--toasts-bottom');
  const { unmount } = render(
    <SelectionToolbar label="Selected" count={2} onClear={() => {}}>
      {null}
    </SelectionToolbar>,
  );
  expect(bottom()).toBe('88px');
  unmount();
  expect(bottom()).toBe('');
});

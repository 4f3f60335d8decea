import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_DURATION_MS, TOAST_LIMIT, TOAST_REMOVAL_DELAY_MS } from './timings.ts';
import { closeToast, toast, toastStore } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  render(<Toaster />);
});

afterEach(() => {
  act(() => {
    for (const { id } of toastStore.read()) closeToast(id);
  });
  pass(TOAST_REMOVAL_DELAY_MS);
  vi.useRealTimers();
});

function show(...titles: string[]): void {
  act(() => {
    for (const title of titles) toast.info(title);
  });
}

function pass(milliseconds: number): void {
  act(() => vi.advanceTimersByTime(milliseconds));
}

function toasts(): HTMLElement[] {
  return within(screen.getByRole('region', { name: /Notifications/ })).queryAllByRole('listitem');
}

function openToasts(): (string | null)[] {
  return toasts()
    .filter((item) => item.dataset['state'] === 'open')
    .map((item) => item.textContent);
}

test('a toast closes after its duration and leaves the page after the removal delay', () => {
  show('Saved');
  pass(TOAST_DURATION_MS - 1);
  expect(openToasts()).toEqual(['Saved']);
  pass(1);
  expect(openToasts()).toEqual([]);
  pass(TOAST_REMOVAL_DELAY_MS - 1);
  expect(toasts()).toHaveLength(1);
  pass(1);
  expect(toasts()).toHaveLength(0);
});

test('one more than the limit closes the oldest', () => {
  const titles = Array.from({ length: TOAST_LIMIT + 2 }, (_, index) => `Toast ${index + 1}`);
  show(...titles);
  expect(openToasts()).toEqual(titles.slice(-TOAST_LIMIT));
});

test('equal toasts are one, for which the time begins again', () => {
  show('Failed to copy link', 'Saved', 'Failed to copy link');
  expect(openToasts()).toEqual(['Failed to copy link (2 times)', 'Saved']);
  pass(TOAST_DURATION_MS - 1);
  show('Failed to copy link');
  pass(TOAST_DURATION_MS - 1);
  expect(openToasts()).toEqual(['Failed to copy link (3 times)']);
  pass(1);
  expect(openToasts()).toEqual([]);
  show('Failed to copy link');
  expect(openToasts()).toEqual(['Failed to copy link']);
});

test('toasts that undo something are not joined: each undoes its own', () => {
  act(() => {
    for (let index = 0; index < 2; index += 1) {
      toast.info('Deleted', { action: { label: 'Undo', onClick: () => {} } });
    }
  });
  expect(openToasts()).toHaveLength(2);
});

test('a toast waits while the pointer is over the toasts', () => {
  show('Saved');
  pass(TOAST_DURATION_MS - 1000);
  const region = screen.getByRole('region', { name: /Notifications/ });
  fireEvent.pointerMove(region);
  pass(TOAST_DURATION_MS * 3);
  expect(openToasts()).toEqual(['Saved']);
  fireEvent.pointerLeave(region);
  pass(999);
  expect(openToasts()).toEqual(['Saved']);
  pass(1);
  expect(openToasts()).toEqual([]);
});

test('a toast waits while it has the focus', () => {
  show('Saved');
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  pass(TOAST_DURATION_MS * 3);
  expect(openToasts()).toEqual(['Saved']);
});

test('the close button closes a toast', () => {
  show('Saved');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(openToasts()).toEqual([]);
});

test('an action is done once and closes its toast', () => {
  const onClick = vi.fn<() => void>();
  act(() => {
    toast.success('Removed', { action: { label: 'Undo', onClick } });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(openToasts()).toEqual([]);
});

test('screen readers announce errors at once and other toasts in turn', async () => {
  act(() => {
    toast.info('Saved');
    toast.error('Not saved');
  });
  const polite = await vi.waitFor(() => screen.getByText('Notification Saved'));
  const assertive = await vi.waitFor(() => screen.getByText('Notification Not saved'));
  expect(polite.getAttribute('aria-live')).toBe('polite');
  expect(assertive.getAttribute('aria-live')).toBe('assertive');
});

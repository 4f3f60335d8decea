import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { mockEndpoint, neverResponds } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Holds timers of one second until the test releases them, however long anything else takes. */
function delaySeconds() {
  const held: (() => void)[] = [];
  const inTime = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
    if (delay !== 1000) return inTime(run, delay);
    held.push(run);
    return inTime(() => {}, 0);
  }) as typeof setTimeout);
  return held;
}

test('clears the session at once, notifies the server, and goes to sign-in after a second', async () => {
  const aSecondLater = delaySeconds();
  let sentToken: string | null = null;
  mockEndpoint('POST /api/auth/logout', ({ headers }) => {
    sentToken = headers.get('authorization');
    return neverResponds();
  });
  const sent = vi.spyOn(globalThis, 'fetch');
  const { address } = renderApp('/logout', { as: sampleUser() });
  await screen.findByText('Logging out...');
  await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull());
  expect(localStorage.getItem('auth_user')).toBeNull();
  await waitFor(() => expect(sentToken).toBe('Bearer token-of-the-test'));
  // Anyone who closes the page at once is signed out on the server, too.
  expect(sent).toHaveBeenLastCalledWith(
    expect.stringContaining('/logout'),
    expect.objectContaining({ keepalive: true }),
  );
  expect(address()).toBe('/logout');
  expect(aSecondLater).toHaveLength(1);
  act(() => aSecondLater[0]?.());
  await screen.findByRole('button', { name: 'Sign in' });
  expect(address()).toBe('/login');
});

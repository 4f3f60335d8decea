import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, noAnswer } from '../../../test/api.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { sampleUser } from '../../../test/samples.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('clears the session at once, tells the server, and goes to sign-in after a second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let sentToken: string | null = null;
  answer('POST /api/auth/logout', ({ headers }) => {
    sentToken = headers.get('authorization');
    return noAnswer();
  });
  const sent = vi.spyOn(globalThis, 'fetch');
  const { address } = renderApp('/logout', { as: sampleUser() });
  await screen.findByText('Logging out...');
  await vi.waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull());
  expect(localStorage.getItem('auth_user')).toBeNull();
  await vi.waitFor(() => expect(sentToken).toBe('Bearer token-of-the-test'));
  // Whoever closes the page at once is signed out on the server, too.
  expect(sent).toHaveBeenLastCalledWith(
    expect.stringContaining('/logout'),
    expect.objectContaining({ keepalive: true }),
  );
  expect(address()).toBe('/logout');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await screen.findByRole('button', { name: 'Sign in' });
  expect(address()).toBe('/login');
});

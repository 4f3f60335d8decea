import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { sampleUser } from '#test/samples.ts';
import { endSession, startSession } from '#lib/session/session-store.ts';
import { historyStepsBackTo, useRecordNavigation } from './back-navigation.ts';

afterEach(() => {
  vi.restoreAllMocks();
  endSession({ signedOutHere: false });
});

function Noting() {
  useRecordNavigation();
  return null;
}

function walk() {
  const client = new QueryClient();
  const router = createBrowserRouter([{ path: '*', element: <Noting /> }]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const go = (to: string | number) => act(() => router.navigate(to as string));
  return { client, go };
}

test('the way back leads to where the person was last', async () => {
  const { client, go } = walk();
  await go('/list?q=acme');
  await go('/list/1');
  await go('/list/1?activity=2');
  expect(historyStepsBackTo(client, '/list')).toBe(2);
  expect(historyStepsBackTo(client, '/elsewhere')).toBeUndefined();
  // Another session has walked nowhere.
  expect(historyStepsBackTo(new QueryClient(), '/list')).toBeUndefined();
});

test('there is none to what the browser has forgotten', async () => {
  const { client, go } = walk();
  await go('/list');
  await go('/list/1');
  const before = window.history.length;
  vi.spyOn(window.history, 'length', 'get').mockImplementation(() => before);
  for (let step = 0; step < before; step += 1) await go(`/list/1?step=${step}`);
  expect(historyStepsBackTo(client, '/list')).toBeUndefined();
  expect(historyStepsBackTo(client, '/list/1')).toBe(1);
});

test('it outlasts a reload, for the same person', async () => {
  const signIn = (id: string) => startSession('token', sampleUser({ id }));
  signIn('ann');
  const before = walk();
  await before.go('/list?q=acme');
  await before.go('/list/1');
  // After a reload only the history is left.
  cleanup();
  const again = walk();
  expect(historyStepsBackTo(again.client, '/list')).toBe(1);
  await again.go('/list/1?activity=2');
  expect(historyStepsBackTo(again.client, '/list')).toBe(2);

  cleanup();
  signIn('bob');
  expect(historyStepsBackTo(walk().client, '/list')).toBeUndefined();
});

import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '#test/render-app.tsx';
import { ErrorScreen } from './error-screen.tsx';

afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new TypeError("Cannot read properties of undefined (reading 'map')");
}

test('a screen that throws is replaced by one that says so, without what was thrown', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  renderApp('/', { routes: [{ path: '/', ErrorBoundary: ErrorScreen, Component: Broken }] });
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  screen.getByText('This page could not be shown. Reload it to try again.');
  expect(document.body.textContent).not.toContain('Cannot read');
  await waitFor(() =>
    expect(logged).toHaveBeenCalledWith(expect.any(String), expect.any(TypeError)),
  );
  screen.getByRole('button', { name: 'Reload' });
  await waitFor(() => expect(document.title).toBe('Unexpected Application Error!'));
});

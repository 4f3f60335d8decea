import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../test/render-app.tsx';
import { ErrorScreen } from './error-screen.tsx';

afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new Error('The screen fell over');
}

test('a screen that throws is replaced by one that says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  renderApp('/', { routes: [{ path: '/', ErrorBoundary: ErrorScreen, Component: Broken }] });
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  screen.getByText('The screen fell over');
  screen.getByRole('button', { name: 'Reload' });
  await waitFor(() => expect(document.title).toBe('Unexpected Application Error!'));
});

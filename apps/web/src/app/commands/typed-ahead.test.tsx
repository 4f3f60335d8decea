import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleTrackedDomain, sampleUser, sampleWorkspace } from '#test/samples.ts';

const code = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./command-palette.tsx', async (importOriginal) => {
  await code.promise;
  return importOriginal();
});

test('keeps what is typed before the code of the palette has arrived', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/views', () => ({ views: [], departed: [] }));
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  mockEndpoint('GET /api/accounts', () => ({ domains: [sampleTrackedDomain('acme.example')] }));
  const { address } = renderApp('/import-preferences', {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales'), sampleWorkspace('Research')],
  });
  await screen.findByText('acme.example');
  const press = (key: string, ctrlKey = false) =>
    fireEvent.keyDown(document.body, { key, ctrlKey });

  press('k', true);
  press('x');
  press('Escape');
  press('k', true);
  // "s" and "?" are shortcuts, when no palette is on its way.
  for (const key of ['s', '?', 'Backspace', 'a', 'l']) press(key);
  code.resolve();

  const field = await screen.findByRole<HTMLInputElement>('combobox', {
    name: 'Command palette',
  });
  expect(field.value).toBe('sal');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(address()).toBe('/import-preferences');
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const EXPORT = 'GET /api/workspaces/{workspaceId}/export';

beforeEach(() => serveAtLevel('full'));

const open = (role: 'owner' | 'member' = 'owner') => {
  mockEndpoint('GET /api/workspaces', () => ({ items: [sampleWorkspace('Sales', { role })] }));
  return renderApp('/northwind/sales/settings', { as: sampleUser() });
};

test('an owner downloads the workspace, and a failure is told in the card', async () => {
  mockEndpoint(EXPORT, () => failure('CONFLICT', 'Another one runs.'));
  const { user } = open();
  const download = await screen.findByRole('button', { name: 'Download Workspace' });
  await user.click(download);
  expect(await screen.findByText('Failed to download Sales')).toBeDefined();
  expect(screen.getByText('Another one runs.')).toBeDefined();
  await expectAccessible();
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:zip';
  URL.revokeObjectURL = () => {};
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  mockEndpoint(EXPORT, () => new Response('zip'));
  await user.click(download);
  await waitFor(() => expect(saved).toEqual(['sales.zip']));
  expect(screen.queryByText('Failed to download Sales')).toBeNull();
});

test('a member has no such button', async () => {
  open('member');
  expect(await screen.findByRole('heading', { name: 'Workspace Settings' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Download Workspace' })).toBeNull();
});

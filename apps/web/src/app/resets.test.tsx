import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

const admin = sampleUser({ isAdmin: true });

afterEach(() => document.head.querySelector('meta[name="user-data-resets"]')?.remove());

function setResets(content: string): void {
  const meta = document.createElement('meta');
  meta.name = 'user-data-resets';
  meta.content = content;
  document.head.append(meta);
}

test.each([
  ['full', 'off', false],
  ['full', 'on', true],
  ['specification', 'off', true],
] as const)('at level %s with resets %s they are shown: %s', async (level, resets, isShown) => {
  serveAtLevel(level);
  setResets(resets);
  const page = { items: [admin], pagination: { total: 1, totalPages: 1 } };
  mockEndpoint('GET /api/admin/users', () => page as never);
  if (level === 'full') mockEndpoint('GET /api/admin/provider-problems', () => ({ problems: [] }));
  const { user } = renderApp('/admin/users', { as: admin, workspaces: [] });
  await screen.findByRole('cell', { name: admin.email });
  const isThere = (role: string, name: string) => screen.queryByRole(role, { name }) !== null;
  expect(isThere('columnheader', 'Test User')).toBe(isShown);
  expect(isThere('link', 'Reset User Data')).toBe(isShown);
  await user.click(screen.getByRole('button', { name: /^User menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Admin' }));
  await screen.findByRole('menuitem', { name: 'Users' });
  expect(isThere('menuitem', 'Reset User Data')).toBe(isShown);
});

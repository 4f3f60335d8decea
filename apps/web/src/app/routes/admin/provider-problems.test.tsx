import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, failure } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

const PROBLEMS = 'GET /api/admin/provider-problems';
const problem = {
  grantor: 'google',
  message: 'Google refuses the OAuth client of this server (invalid_client).',
  since: '2026-01-05T09:00:00.000Z',
};

const open = () => {
  mockEndpoint('GET /api/admin/users', () => ({
    items: [],
    pagination: { total: 0, totalPages: 0 },
  }));
  renderApp('/admin/users', { as: sampleUser({ isAdmin: true }), workspaces: [] });
  return screen.findByText('No users yet');
};

test('administrators read that a provider refuses the server', async () => {
  serveAtLevel('full');
  mockEndpoint(PROBLEMS, () => ({ problems: [problem] }));
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain(problem.message);
});

test('the list is not requested from a server without the feature', async () => {
  serveAtLevel('specification');
  let asked = 0;
  mockEndpoint(PROBLEMS, () => {
    asked += 1;
    return { problems: [problem] };
  });
  await open();
  expect(asked).toBe(0);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a list that cannot be had is no matter of the page', async () => {
  serveAtLevel('full');
  mockEndpoint(PROBLEMS, () => failure('UNKNOWN_ERROR', 'Internal server error'));
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
});

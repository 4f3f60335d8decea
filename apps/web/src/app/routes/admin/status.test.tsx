import type { EndpointResponse } from '@repo/contract/endpoints';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const STATUS = 'GET /api/admin/status';
const at = '2026-01-05T09:00:00.000Z';

const quiet: EndpointResponse<typeof STATUS> = {
  version: '1.2.3',
  readAt: at,
  checks: [{ subject: 'database', state: 'good', message: 'PostgreSQL responds.' }],
  queues: [],
  providers: [],
  storage: { measuredAt: at, bytes: 0, workspaces: [], others: 0 },
};

beforeEach(() => {
  serveAtLevel('full');
  mockEndpoint('GET /api/admin/provider-problems', () => ({ problems: [] }));
});
const open = () =>
  renderApp('/admin/status', { as: sampleUser({ isAdmin: true }), workspaces: [] });

test('a server without work says so, and the version', async () => {
  mockEndpoint(STATUS, () => quiet);
  open();
  expect(await screen.findByText('Everything works')).toBeTruthy();
  for (const text of [
    /^Version 1\.2\.3\. Read /,
    'No background jobs are waiting or running.',
    'Nobody has connected an account yet.',
    'No workspace has activities yet.',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByRole('link', { name: 'Status' })).toBeTruthy();
  await expectAccessible();
});

test('what needs attention comes first, and the tables show where', async () => {
  mockEndpoint(STATUS, (): EndpointResponse<typeof STATUS> => ({
    ...quiet,
    checks: [
      ...quiet.checks,
      { subject: 'jobs', state: 'attention', message: 'The background job a is late.' },
    ],
    queues: [{ name: 'a', waiting: 1_200, running: 0, oldestAt: at, isLate: true }],
    providers: [
      {
        provider: 'gmail',
        name: 'Gmail',
        connections: 7,
        due: 1,
        running: 2,
        failing: 3,
        needsReauth: 4,
        oldestAt: null,
      },
    ],
    storage: {
      measuredAt: at,
      bytes: 2 * 1024 ** 3,
      workspaces: [{ id: sampleId(), name: 'Sales', activities: 30, bytes: 1024 ** 3 }],
      others: 2,
    },
  }));
  open();
  expect(await screen.findByText('1 needs attention')).toBeTruthy();
  const checks = within(screen.getByRole('region', { name: 'Checks' })).getAllByRole('listitem');
  expect(checks.map(({ textContent }) => textContent)).toEqual([
    'Needs attention:Background jobsThe background job a is late.',
    'Good:DatabasePostgreSQL responds.',
  ]);
  const rowOf = (name: string) =>
    within(screen.getByRole('table', { name })).getAllByRole('row')[1]?.textContent;
  expect(rowOf('Background Jobs')).toMatch(/^a Late1,2000\d+ \w+ ago$/);
  expect(rowOf('Connections')).toBe('Gmail71234–');
  expect(rowOf('Storage by Workspace')).toBe('Sales301 GB');
  expect(screen.getByText('And 2 smaller workspaces.')).toBeTruthy();
  expect(
    screen.getByText(/^Estimated from the number of activities, of 2 GB in total\./),
  ).toBeTruthy();
  await expectAccessible();
});

test('a status that cannot be had says why, and is had by another try', async () => {
  let fails = true;
  mockEndpoint(STATUS, () =>
    fails ? failure('UNAVAILABLE', 'The database does not respond.') : { ...quiet, storage: null },
  );
  const { user } = open();
  expect(await screen.findByText('Failed to load the status')).toBeTruthy();
  expect(screen.getByText('The database does not respond.')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Everything works')).toBeTruthy();
  expect(screen.getByText(/^The size could not be measured\./)).toBeTruthy();
});

test('lists that cannot be used do not break the page', async () => {
  mockEndpoint(STATUS, () =>
    Response.json({
      success: true,
      data: { checks: [null, {}], queues: {}, providers: 4, storage: { workspaces: [{}] } },
    }),
  );
  open();
  expect(await screen.findByText('The server reports no checks.')).toBeTruthy();
  expect(screen.getByText('No workspace has activities yet.')).toBeTruthy();
});

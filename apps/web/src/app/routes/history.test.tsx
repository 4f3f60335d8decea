import type { History } from '@repo/contract/history';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const none: History = {
  earliest: '2021-03-04',
  regular: '2025-12-12',
  chosen: null,
  imports: [
    {
      integrationId: sampleId(),
      provider: 'gmail',
      name: 'Gmail',
      state: 'planned',
      reachedDay: null,
      fraction: 0,
      listed: 0,
      secondsLeft: 12_000,
    },
  ],
};

let history: History;
let sent: unknown[];

beforeEach(() => {
  history = none;
  sent = [];
  serveAtLevel('full');
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  mockEndpoint('GET /api/history', () => history);
  mockEndpoint('PUT /api/history', ({ body }) => {
    sent.push(body);
    const { since, isPaused = false } = body as { since: string; isPaused?: boolean };
    const [one] = none.imports;
    const state = isPaused ? ('paused' as const) : ('reading' as const);
    history = {
      ...none,
      chosen: { since, isPaused },
      imports: one ? [{ ...one, state, reachedDay: '2024-06-04', fraction: 0.4 }] : [],
    };
    return history;
  });
  mockEndpoint('DELETE /api/history', () => {
    history = none;
    return {};
  });
});

const open = () =>
  renderApp('/import-preferences', { as: sampleUser(), workspaces: [sampleWorkspace('Sales')] });

const card = () => screen.findByRole('region', { name: 'Earlier Activities' });

test('imports everything since a day in one step, and shows how far that is', async () => {
  const { user } = open();
  await user.click(within(await card()).getByRole('button', { name: 'Import Earlier Activities' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import Earlier Activities' });
  await within(dialog).findByText('about 3 hours');
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  await within(await card()).findByText('Back to Jun 4, 2024 · about 3 hours left');
  expect(sent).toEqual([{ since: '2021-03-04' }]);
  await expectAccessible();
});

test('says what is wrong with a day before anything is sent', async () => {
  const { user } = open();
  await user.click(within(await card()).getByRole('button', { name: 'Import Earlier Activities' }));
  const field = await screen.findByLabelText(/Everything since/);
  const submit = screen.getByRole('button', { name: 'Import' });
  for (const [day, problem] of [
    ['2026-02-01', 'Choose a day before Dec 12, 2025'],
    ['2019-01-01', 'Choose Mar 4, 2021 or a later day'],
  ] as const) {
    await user.clear(field);
    await user.type(field, day);
    await user.click(submit);
    await screen.findByText(problem);
  }
  expect(sent).toEqual([]);
});

test('is paused, continued and cancelled', async () => {
  const { user } = open();
  await user.click(within(await card()).getByRole('button', { name: 'Import Earlier Activities' }));
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  await within(await card()).findByText('Paused · Back to Jun 4, 2024');
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await screen.findByRole('button', { name: 'Pause' });
  expect(sent).toEqual([
    { since: '2021-03-04' },
    { since: '2021-03-04', isPaused: true },
    { since: '2021-03-04', isPaused: false },
  ]);
  await user.click(screen.getByRole('button', { name: 'Cancel Import' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel Import' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel Import' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await screen.findByRole('button', { name: 'Import Earlier Activities' });
});

test('names the provider that has no earlier activities, and why one waits', async () => {
  const [one] = none.imports;
  if (one === undefined) throw new Error('no import');
  const message = 'Gmail asked to wait.';
  history = {
    ...none,
    chosen: { since: '2023-01-01', isPaused: false },
    imports: [
      { ...one, state: 'waiting', message },
      { ...one, integrationId: sampleId(), name: 'Fathom', state: 'unavailable' },
    ],
  };
  open();
  const rows = await within(await card()).findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `Gmail${message} · about 3 hours left`,
    'FathomSends activities as they happen, so there are no earlier ones',
  ]);
});

test('a server that cannot say leaves the page as it is', async () => {
  mockEndpoint('GET /api/history', () => failure('UNKNOWN_ERROR', 'No'));
  open();
  await screen.findByText('No domains yet');
  expect(screen.queryByText('Earlier Activities')).toBeNull();
});

test('is not offered by a server without the feature', async () => {
  serveAtLevel('specification');
  open();
  await screen.findByText('No domains yet');
  expect(screen.queryByText('Earlier Activities')).toBeNull();
});

import type { RetentionState } from '@repo/contract/retention';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleNotificationSettings, sampleUser, sampleWorkspace } from '#test/samples.ts';

let stored: RetentionState;
let sent: unknown[];
let previewed: unknown[];
beforeEach(() => {
  stored = {
    months: null,
    textMonths: null,
    lastRunAt: null,
    nextRunAt: null,
    deletedActivities: 0,
    deletedTexts: 0,
  };
  sent = [];
  previewed = [];
  mockEndpoint('GET /api/auth/sessions', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/notifications', () => sampleNotificationSettings());
  mockEndpoint('GET /api/auth/retention', () => stored);
  mockEndpoint('GET /api/auth/retention/preview', ({ query }) => {
    previewed.push(query);
    return {
      activities: 1_204,
      sharedActivities: 300,
      texts: 1,
      activitiesBefore: '2025-11-29T00:00:00.000Z',
      textsBefore: null,
    };
  });
  mockEndpoint('PUT /api/auth/retention', ({ body }) => {
    sent.push(body);
    stored = {
      ...stored,
      ...(body as { months: number | null; textMonths: number | null }),
      nextRunAt: '2026-11-30T03:17:00.000Z',
    };
    return stored;
  });
});

const field = (name: string) => screen.findByRole('combobox', { name });
const save = () => screen.getByRole('button', { name: 'Save...' });
const open = () =>
  renderApp('/import-preferences/settings', {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales')],
  });

test('counts what goes before it is saved, and says when', async () => {
  const { user } = open();
  expect(await screen.findByText('Nothing is deleted.')).toBeDefined();
  expect(save()).toHaveProperty('disabled', true);
  await user.click(await field('Keep activities'));
  await user.click(await screen.findByRole('option', { name: '1 year' }));
  await user.click(await field('Keep their texts and transcripts'));
  const offered = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'As long as the activity',
    '6 months',
    '3 months',
    '1 month',
  ]);
  await user.click(screen.getByRole('option', { name: '3 months' }));
  await user.click(save());
  const dialog = within(await screen.findByRole('alertdialog'));
  const lines = await dialog.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '1,204 activities deleted. Shared: 300 activities.',
    '1 newer activity loses its text.',
  ]);
  expect(previewed).toEqual([{ months: '12', textMonths: '3' }]);
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Save and Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([{ months: 12, textMonths: 3 }]);
  expect(await screen.findByText(/^Next time: /)).toBeDefined();
  expect(save()).toHaveProperty('disabled', true);
});

test('texts are not kept longer than their activities', async () => {
  stored = { ...stored, months: 17, textMonths: 12, lastRunAt: '2026-11-29T03:17:00.000Z' };
  stored = { ...stored, deletedActivities: 1, deletedTexts: 2 };
  const { user } = open();
  expect(
    await screen.findByText(/Deleted so far: 1 activity, and the texts of 2 others\.$/),
  ).toBeDefined();
  expect((await field('Keep activities')).textContent).toBe('17 months');
  await user.click(await field('Keep activities'));
  await user.click(await screen.findByRole('option', { name: '6 months' }));
  const texts = await field('Keep their texts and transcripts');
  expect(texts.textContent).toBe('As long as the activity');
  await user.click(await field('Keep activities'));
  await user.click(await screen.findByRole('option', { name: /^As long as the company/ }));
  await user.click(save());
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Keep everything?' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ months: null, textMonths: null }]));
  expect(previewed).toEqual([]);
});

test('what fails can be repeated', async () => {
  mockEndpoint('GET /api/auth/retention', () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  expect(await screen.findByText('Failed to load how long activities are kept')).toBeDefined();
  mockEndpoint('GET /api/auth/retention', () => stored);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  mockEndpoint('PUT /api/auth/retention', () => failure('RATE_LIMITED', 'Too many changes today'));
  await user.click(await field('Keep activities'));
  await user.click(await screen.findByRole('option', { name: '1 month' }));
  await user.click(save());
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findAllByRole('listitem');
  await user.click(dialog.getByRole('button', { name: 'Save and Delete' }));
  expect(await dialog.findByText(/Too many changes today/)).toBeDefined();
});

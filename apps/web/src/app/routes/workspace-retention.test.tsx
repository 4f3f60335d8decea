import type { WorkspaceRetentionState } from '@repo/contract/workspace-retention';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const STATE = 'GET /api/workspaces/{workspaceId}/retention';

let stored: WorkspaceRetentionState;
let sent: unknown[];
let previewed: unknown[];
beforeEach(() => {
  serveAtLevel('full');
  stored = {
    months: null,
    textMonths: null,
    lastRunAt: null,
    nextRunAt: null,
    deletedActivities: 0,
    deletedTexts: 0,
    activitiesBefore: null,
    textsBefore: null,
  };
  sent = [];
  previewed = [];
  mockEndpoint(STATE, () => stored);
  mockEndpoint('GET /api/workspaces/{workspaceId}/retention/preview', ({ query }) => {
    previewed.push(query);
    return {
      activities: 1_204,
      accounts: 1,
      texts: 2,
      heldAccounts: 1,
      activitiesBefore: '2025-11-29T00:00:00.000Z',
      textsBefore: null,
    };
  });
  mockEndpoint('PUT /api/workspaces/{workspaceId}/retention', ({ body }) => {
    sent.push(body);
    stored = { ...stored, ...(body as object), nextRunAt: '2026-11-30T03:17:00.000Z' };
    return stored;
  });
});

const open = (role: 'owner' | 'member' = 'owner') => {
  mockEndpoint('GET /api/workspaces', () => ({ items: [sampleWorkspace('Sales', { role })] }));
  return renderApp('/northwind/sales/settings', { as: sampleUser() });
};
const field = (name: string) => screen.findByRole('combobox', { name });
const card = () => screen.findByRole('region', { name: 'Older Activities' });

test('an owner sees what goes before it is saved', async () => {
  const { user } = open();
  expect(await screen.findByText('Nothing is deleted.')).toBeDefined();
  await user.click(await field('Keep activities'));
  await user.click(await screen.findByRole('option', { name: '1 year' }));
  await user.click(await field('Keep their texts and transcripts'));
  await user.click(await screen.findByRole('option', { name: '3 months' }));
  await user.click(screen.getByRole('button', { name: 'Save...' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const lines = await dialog.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '1,204 activities deleted, of 1 account.',
    '2 newer activities lose their texts.',
    '1 account with older activities under a legal hold: left alone.',
  ]);
  expect(previewed).toEqual([{ months: '12', textMonths: '3' }]);
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Save and Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([{ months: 12, textMonths: 3 }]);
  expect(await screen.findByText(/^Next time: /)).toBeDefined();
});

test('keeping everything again says that nothing comes back', async () => {
  stored = { ...stored, months: 12, nextRunAt: '2026-11-30T03:17:00.000Z' };
  const { user } = open();
  await user.click(await field('Keep activities'));
  await user.click(await screen.findByRole('option', { name: 'As long as they are shared' }));
  await user.click(screen.getByRole('button', { name: 'Save...' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Keep everything?' }));
  expect(dialog.getByText(/does not come back, whatever is shared later/)).toBeDefined();
  expect(previewed).toEqual([]);
});

test('a member sees what the workspace keeps', async () => {
  stored = {
    ...stored,
    months: 24,
    textMonths: 6,
    lastRunAt: '2026-11-29T03:17:00.000Z',
    nextRunAt: '2026-11-30T03:17:00.000Z',
    deletedActivities: 7,
  };
  open('member');
  expect(await screen.findByText('2 years')).toBeDefined();
  expect(within(await card()).getByText('6 months')).toBeDefined();
  expect(within(await card()).queryByRole('combobox')).toBeNull();
  expect(within(await card()).getByText(/Deleted so far: 7 activities/)).toBeDefined();
  await expectAccessible();
});

test('what fails can be repeated', async () => {
  mockEndpoint(STATE, () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  const failed = await screen.findByText('Failed to load how long activities are kept');
  mockEndpoint(STATE, () => stored);
  await user.click(within(await card()).getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(failed.isConnected).toBe(false));
  expect(await screen.findByText('Nothing is deleted.')).toBeDefined();
});

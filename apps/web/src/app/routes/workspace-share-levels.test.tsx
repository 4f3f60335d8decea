import type { Workspace, WorkspaceShareLevels } from '@repo/contract/workspaces';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const CHANGE = 'PUT /api/workspaces/{workspaceId}/share-levels';

let sales: Workspace;
let sent: WorkspaceShareLevels[];
beforeEach(() => {
  serveAtLevel('full');
  sales = sampleWorkspace('Sales', {
    role: 'owner',
    shareLevels: { default: 'full', least: 'activity' },
  });
  sent = [];
  mockEndpoint('GET /api/workspaces', () => ({ items: [sales] }));
  mockEndpoint(CHANGE, ({ body }) => {
    const levels = body as WorkspaceShareLevels;
    sent.push(levels);
    sales = { ...sales, shareLevels: levels };
    return levels;
  });
});

const open = () => renderApp('/northwind/sales/settings', { as: sampleUser() });
const field = (name: string) => screen.findByRole('combobox', { name });
const save = () => screen.getByRole('button', { name: 'Save Levels' });

test('an owner chooses the level of new shares and the one that is asked for', async () => {
  const { user } = open();
  expect((await field('New shares')).textContent).toBe('Everything');
  expect((await field('Expected minimum')).textContent).toBe('Activity only');
  expect((save() as HTMLButtonElement).disabled).toBe(true);
  await user.click(await field('New shares'));
  await user.click(await screen.findByRole('option', { name: 'Subjects' }));
  await user.click(save());
  expect(await screen.findByText('Levels of Sales saved')).toBeDefined();
  expect(sent).toEqual([{ default: 'subject', least: 'activity' }]);
  expect((await field('New shares')).textContent).toBe('Subjects');
  await expectAccessible();
});

test('new shares begin at least with what is asked for', async () => {
  sales = { ...sales, shareLevels: { default: 'activity', least: 'activity' } };
  const { user } = open();
  await user.click(await field('Expected minimum'));
  await user.click(await screen.findByRole('option', { name: 'Subjects' }));
  expect((await field('New shares')).textContent).toBe('Subjects');
  await user.click(await field('New shares'));
  const below = within(await screen.findByRole('listbox')).getByRole('option', {
    name: 'Activity only',
  });
  expect(below.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('option', { name: 'Everything' }));
  await user.click(save());
  await screen.findByText('Levels of Sales saved');
  expect(sent).toEqual([{ default: 'full', least: 'subject' }]);
});

test('a refused change says why', async () => {
  mockEndpoint(CHANGE, () => failure('RATE_LIMITED', 'Too many changes of the levels'));
  const { user } = open();
  await user.click(await field('New shares'));
  await user.click(await screen.findByRole('option', { name: 'Subjects' }));
  await user.click(save());
  expect(await screen.findByText(/Too many changes of the levels/)).toBeDefined();
});

test('an owner leaves texts to those who took part', async () => {
  sales = {
    ...sales,
    shareLevels: { default: 'full', least: 'activity', participantsOnly: false },
  };
  const { user } = open();
  const box = await screen.findByRole('checkbox', {
    name: /Only those who took part can read the text/,
  });
  expect((box as HTMLInputElement).checked).toBe(false);
  await user.click(box);
  await user.click(save());
  expect(await screen.findByText('Levels of Sales saved')).toBeDefined();
  expect(sent).toEqual([{ default: 'full', least: 'activity', participantsOnly: true }]);
  expect((save() as HTMLButtonElement).disabled).toBe(true);
  await expectAccessible();
});

test('a server that does not offer it shows no choice of who reads texts', async () => {
  open();
  await field('New shares');
  expect(screen.queryByRole('checkbox', { name: /took part/ })).toBeNull();
});

test('members see who reads texts', async () => {
  sales = {
    ...sales,
    role: 'member',
    shareLevels: { default: 'full', least: 'subject', participantsOnly: true },
  };
  open();
  const card = within(await screen.findByRole('region', { name: 'What Colleagues See' }));
  expect(card.getByText('Only those who took part')).toBeDefined();
});

test('members see the levels', async () => {
  sales = { ...sales, role: 'member', shareLevels: { default: 'full', least: 'subject' } };
  open();
  const card = within(await screen.findByRole('region', { name: 'What Colleagues See' }));
  expect(card.getByText('Everything')).toBeDefined();
  expect(card.getByText('Subjects')).toBeDefined();
  expect(card.queryByRole('combobox')).toBeNull();
});

test('a server that does not say its levels shows none', async () => {
  sales = { ...sales, shareLevels: undefined };
  open();
  await screen.findByRole('combobox', { name: 'Time zone' });
  expect(screen.queryByText('What Colleagues See')).toBeNull();
});

import { expect } from '@playwright/test';
import { data, speechless } from '../outcome.ts';
import { paged } from '../specification-data.ts';
import type { State } from '../walk.ts';
import { resetUserData, fill, press } from './act.ts';

export const administration: readonly State[] = [
  {
    name: 'the organizations',
    at: '/admin/organizations',
    see: [
      'Platform Organizations',
      'Name',
      'Slug',
      'Workspaces',
      'Members',
      'Created',
      'northwind',
      'Search organizations by name or slug...',
    ],
    never: ['New Organization', 'New workspace in', 'Actions'],
  },
  {
    name: 'the workspaces',
    at: '/admin/workspaces',
    see: [
      'Platform Workspaces',
      'Name',
      'Slug',
      'Organization',
      'Members',
      'Created',
      'Sales',
      'Search workspaces by name, slug, or organization...',
    ],
    never: ['New Workspace'],
  },
  {
    name: 'no organizations',
    at: '/admin/organizations',
    given: (server) => server.on('GET /api/admin/organizations', data(paged([]))),
    see: ['No organizations yet'],
    never: ['New Organization'],
  },
  {
    name: 'the reset of data',
    at: '/admin/reset-user-data',
    act: (page) =>
      expect(page.getByRole('button', { name: 'Reset User Data', exact: true })).toBeDisabled(),
    see: ['Development Only', 'Reset User Data'],
  },
  {
    name: 'a blank address to reset',
    at: '/admin/reset-user-data',
    act: async (page) => {
      // Its button is disabled.
      await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    },
    see: ['Please enter an email address'],
  },
  {
    name: 'the reset of data is to be confirmed',
    at: '/admin/reset-user-data',
    act: async (page) => {
      await fill(page, 'Email', 'jonas@northwind.example');
      await press(page, 'Reset User Data');
    },
    see: [
      'Confirm Reset',
      'All accounts discovered by the user',
      'All shares of those accounts',
      'cannot be undone',
    ],
  },
  {
    name: 'data was reset',
    at: '/admin/reset-user-data',
    act: resetUserData,
    see: ['Successfully reset data for jonas@northwind.example. Deleted: 3 accounts, 2 shares.'],
  },
  {
    name: 'data could not be reset',
    at: '/admin/reset-user-data',
    given: (server) => server.on('DELETE /api/admin/reset/user-data', speechless(500)),
    act: resetUserData,
    see: ['Failed to reset user data'],
  },
];

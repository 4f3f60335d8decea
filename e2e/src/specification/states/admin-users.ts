import { expect, type Page } from '@playwright/test';
import { data, refusal, speechless } from '../outcome.ts';
import { jonas, maya, nameless } from '../specification-data.ts';
import type { State } from '../walk.ts';
import { press } from './act.ts';

const save = async (page: Page) => press(page, 'Save Changes');
const EDIT = `/admin/users/${jonas.id}/edit`;

export const adminLists: readonly State[] = [
  {
    name: 'administration is being verified',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', 'hang'),
    see: ['Verifying admin access...'],
  },
  {
    name: 'administration for others',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', data({ user: { ...maya, isAdmin: false } })),
    see: [
      'Admin Access Required',
      "You don't have permission to access the admin panel. Please sign in with an admin account.",
    ],
  },
  {
    name: 'administration that cannot be verified',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', speechless(500)),
    see: ['Failed to verify admin access'],
  },
  {
    name: 'administration without a user in the response',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', data({})),
    see: ['Failed to verify admin access', 'User data not found'],
  },
  {
    name: 'administration with an error that says nothing',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', refusal(500, '')),
    see: ['Failed to fetch user data'],
  },
  { name: 'its index', at: '/admin', see: ['Platform Users'], leadsTo: '/admin/users' },
  {
    name: 'the users',
    at: '/admin/users',
    see: [
      'Platform Users',
      'Name',
      'Email',
      'Admin',
      'Test User',
      'Active',
      'Organizations',
      'Created',
      jonas.name,
      nameless.email,
      'Northwind, Contoso',
      'None',
      'Search users by name or email...',
      'Showing 3 of 43 users',
      'Previous',
      'Next',
      'Page 1 of 3',
    ],
    never: ['Invite User', 'Audit Log'],
  },
  {
    name: 'users that were searched for',
    at: '/admin/users',
    act: (page) => page.getByRole('searchbox').fill('jo'),
    see: ['Showing 3 of 43 users matching "jo"'],
  },
  {
    name: 'the second page of the users, and the first again after a search',
    at: '/admin/users',
    act: async (page, { server }) => {
      const last = () =>
        server.calls.findLast(({ name }) => name === 'GET /api/admin/users')?.query;
      await press(page, 'Next');
      await expect.poll(last).toEqual({ page: '2', limit: '20' });
      await page.getByRole('searchbox').fill('jo');
      await expect.poll(last).toEqual({ page: '1', limit: '20', search: 'jo' });
      await press(page, 'Clear search');
      await expect.poll(last).toEqual({ page: '1', limit: '20' });
    },
    see: ['Page 1 of 3'],
  },
  {
    name: 'when a user was created',
    at: '/admin/users',
    act: (page) => page.getByRole('table').getByRole('time').first().hover(),
    see: ['ago', new Date(maya.createdAt).getUTCFullYear().toString()],
  },
  ...(
    [
      ['users', 'users'],
      ['organizations', 'organizations'],
      ['workspaces', 'workspaces'],
    ] as const
  ).flatMap(([list]): State[] => [
    {
      name: `the ${list} cannot be read`,
      at: `/admin/${list}`,
      given: (server) => server.on(`GET /api/admin/${list}`, speechless(500)),
      see: [`Failed to fetch ${list}`, 'Request failed with status 500'],
    },
    {
      name: `the ${list} without a connection`,
      at: `/admin/${list}`,
      given: (server) => server.on(`GET /api/admin/${list}`, 'break'),
      see: ['Network error occurred'],
    },
  ]),
];

export const editUser: readonly State[] = [
  {
    name: 'a user',
    at: EDIT,
    see: [
      'Account Information',
      'Password Reset',
      'Account History',
      'Workspace Memberships',
      'First name',
      'Last name',
      jonas.email,
      'Test user',
      'Sales',
    ],
    never: ['Audit log'],
  },
  {
    name: 'oneself',
    at: `/admin/users/${maya.id}/edit`,
    act: async (page) => {
      await expect(page.getByRole('checkbox', { name: /^Active/ })).toBeDisabled();
      await expect(page.getByRole('checkbox', { name: /^Admin/ })).toBeDisabled();
    },
    see: ['You cannot revoke your own admin privileges', 'You cannot deactivate your own account'],
  },
  {
    name: 'a user without a first name',
    at: EDIT,
    act: async (page) => {
      await page.getByLabel('First name').fill('');
      await save(page);
    },
    see: ['First name is required'],
  },
  {
    name: 'a user is saved',
    at: EDIT,
    act: save,
    see: ['User updated successfully', 'Platform Users'],
    leadsTo: '/admin/users',
  },
  {
    name: 'a user is deactivated without a question',
    at: EDIT,
    act: async (page) => {
      await page.getByRole('checkbox', { name: /^Active/ }).uncheck();
      await save(page);
    },
    see: ['User updated successfully'],
    leadsTo: '/admin/users',
  },
  {
    name: 'a user that cannot be saved',
    at: EDIT,
    given: (server) => server.on('PUT /api/admin/users/{id}', refusal(500, 'Disk full')),
    act: save,
    see: ['Failed to update user'],
  },
  {
    name: 'a user that cannot be read',
    at: EDIT,
    given: (server) => server.on('GET /api/admin/users/{id}', speechless(500)),
    see: ['Failed to load user'],
  },
  {
    name: 'an unknown user',
    at: EDIT,
    given: (server) => server.on('GET /api/admin/users/{id}', refusal(404, 'User not found')),
    see: ['User not found'],
  },
  {
    name: 'a reset is sent to a user',
    at: EDIT,
    act: async (page, { server }) => {
      const readings = () =>
        server.calls.filter(({ name }) => name.endsWith('/password-reset-status')).length;
      await press(page, 'Send Password Reset');
      // Its state is read again.
      await expect.poll(readings).toBe(2);
    },
    see: [`Password reset sent to ${jonas.email}`],
  },
  {
    name: 'a reset that cannot be sent',
    at: EDIT,
    given: (server) =>
      server.on('POST /api/admin/users/{id}/password-reset', refusal(502, 'No mail')),
    act: (page) => press(page, 'Send Password Reset'),
    see: ['Failed to initiate password reset'],
  },
  {
    name: 'a reset is pending',
    at: EDIT,
    given: (server) =>
      server.on(
        'GET /api/admin/users/{id}/password-reset-status',
        data({
          hasPendingReset: true,
          resetToken: { expiresAt: new Date(Date.now() + 9e6).toISOString(), initiatorName: 'Ada' },
        }),
      ),
    act: (page) => page.getByRole('button', { name: 'Send Password Reset' }).hover(),
    see: ['A password reset is already pending for this user', 'Ada'],
  },
  {
    name: 'an inactive user',
    at: EDIT,
    given: (server) =>
      server.on('GET /api/admin/users/{id}', data({ user: { ...jonas, isActive: false } })),
    act: (page) => page.getByRole('button', { name: 'Send Password Reset' }).hover(),
    see: ['Password reset is not available for inactive accounts'],
  },
  {
    name: 'an unknown state of the reset',
    at: EDIT,
    given: (server) =>
      server.on('GET /api/admin/users/{id}/password-reset-status', speechless(500)),
    see: ['Failed to load password reset status'],
  },
];

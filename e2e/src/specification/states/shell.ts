import type { Page } from '@playwright/test';
import { data, refusal } from '../outcome.ts';
import type { State } from '../walk.ts';
import { press } from './act.ts';

const openUserMenu = (page: Page) => press(page, /^User menu/);
const openSubmenu = async (page: Page, name: string) => {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name }).click();
};
const NO_WORKSPACES = "You don't have access to any workspaces. Please contact your administrator.";
const OTHER = '/northwind/nowhere/accounts';

export const shell: readonly State[] = [
  {
    name: 'the workspace is still being found',
    at: '/',
    given: (server) => server.on('GET /api/workspaces', 'hang'),
    see: ['Finding your workspace...'],
  },
  { name: 'the default workspace', at: '/', see: ['Acme'], leadsTo: '/northwind/sales/accounts' },
  ...(
    [
      ['there is none', data({ items: [] })],
      ['they cannot be read', refusal(500, 'Failed to fetch workspaces')],
      ['the response holds none', data({})],
    ] as const
  ).map(([name, outcome]): State => ({
    name: `home: ${name}`,
    at: '/',
    given: (server) => server.on('GET /api/workspaces', outcome),
    see: ['No Workspaces Available', NO_WORKSPACES],
  })),
  {
    name: 'a workspace is being loaded',
    at: OTHER,
    given: (server) => server.on('GET /api/workspaces', 'hang'),
    see: ['Loading workspace...'],
  },
  {
    name: 'an unknown workspace',
    at: OTHER,
    see: [
      'Workspace Not Found',
      `The workspace "northwind/nowhere" could not be found or you don't have access to it.`,
    ],
  },
  {
    name: 'a workspace that cannot be loaded',
    at: OTHER,
    given: (server) => server.on('GET /api/workspaces', refusal(403, 'No')),
    see: ['Failed to load workspace'],
  },
  {
    name: 'the user menu',
    at: '/integrations',
    act: openUserMenu,
    see: ['Import Preferences', 'Integrations', 'Switch Workspace', 'Admin', 'Sign Out'],
  },
  {
    name: 'the workspaces in the user menu',
    at: '/integrations',
    act: (page) => openSubmenu(page, 'Switch Workspace'),
    see: ['Northwind', 'Sales', 'Support'],
  },
  {
    name: 'the workspaces on their way',
    at: '/integrations',
    given: (server) => server.on('GET /api/workspaces', 'hang'),
    act: (page) => openSubmenu(page, 'Switch Workspace'),
    see: ['Loading workspaces...'],
  },
  {
    name: 'no workspaces in the user menu',
    at: '/integrations',
    given: (server) => server.on('GET /api/workspaces', data({ items: [] })),
    act: (page) => openSubmenu(page, 'Switch Workspace'),
    see: ['No workspaces available'],
  },
  {
    name: 'administration in the user menu',
    at: '/integrations',
    act: (page) => openSubmenu(page, 'Admin'),
    see: ['Users', 'Organizations', 'Workspaces', 'Reset User Data'],
  },
  {
    name: 'signing out from the menu',
    at: '/integrations',
    act: async (page) => {
      await openUserMenu(page);
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    },
    see: [],
    leadsTo: '/login',
  },
  {
    name: 'a session that the server refuses',
    at: '/integrations',
    given: (server) => server.on('GET /api/auth/me', refusal(401, 'Unauthorized')),
    see: [],
    leadsTo: '/login',
  },
  {
    name: 'a page that cannot be loaded',
    at: '/integrations',
    act: async (page) => {
      await page.route('**/assets/*.js', (route) => route.abort());
      await openUserMenu(page);
      await page.getByRole('menuitem', { name: 'Import Preferences' }).click();
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
      await page.unroute('**/assets/*.js');
    },
    see: ['Unexpected Application Error!'],
  },
  {
    name: 'the switcher of a workspace page',
    at: '/northwind/sales/accounts',
    act: (page) => press(page, /Switch workspace/),
    see: ['Northwind', 'Support'],
    never: ['Members'],
  },
];

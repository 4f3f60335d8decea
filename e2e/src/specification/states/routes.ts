import { expect, type Page } from '@playwright/test';
import { data } from '../outcome.ts';
import { daysAgo, jonas, sales, support } from '../specification-data.ts';
import { remembered, type State } from '../walk.ts';
import { press } from './act.ts';

const GRID = '/northwind/sales/accounts';
const SUPPORT = '/northwind/support/accounts';
const follow = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click();
const choose =
  (...names: string[]) =>
  async (page: Page) => {
    await press(page, /^User menu/);
    for (const name of names) await page.getByRole('menuitem', { name, exact: true }).click();
  };
const member = { ...sales, role: 'member' };

/** The target of each link and menu entry, and the workspace that is chosen. */
export const routes: readonly State[] = [
  {
    name: 'the owner is preferred where no workspace is remembered',
    at: '/',
    activeWorkspace: null,
    given: (server) =>
      server.on('GET /api/workspaces', data({ items: [member, { ...support, role: 'owner' }] })),
    see: ['Search in Support'],
    leadsTo: SUPPORT,
  },
  {
    name: 'else the first workspace',
    at: '/',
    activeWorkspace: null,
    given: (server) => server.on('GET /api/workspaces', data({ items: [support, member] })),
    see: ['Search in Support'],
    leadsTo: SUPPORT,
  },
  {
    name: 'the remembered workspace before that of the owner',
    at: '/',
    activeWorkspace: { ...remembered, id: support.id, slug: support.slug },
    see: ['Search in Support'],
    leadsTo: SUPPORT,
  },
  ...[
    { ...remembered, id: support.id, timestamp: Date.parse(daysAgo(31)) },
    { ...remembered, id: 'gone' },
  ].map((activeWorkspace, index): State => ({
    name: `a workspace that is remembered no more (${index})`,
    at: '/',
    activeWorkspace,
    see: ['Search in Sales'],
    leadsTo: GRID,
  })),
  { name: 'a workspace without a path', at: '/northwind/sales', see: ['Columns'], leadsTo: GRID },
  {
    name: 'switching the workspace, which is stored',
    at: '/integrations',
    act: async (page) => {
      await choose('Switch Workspace', 'Support')(page);
      await page.getByPlaceholder('Search in Support').waitFor();
      const stored = await page.evaluate(() => localStorage.getItem('active_workspace') ?? '{}');
      expect(JSON.parse(stored)).toMatchObject({
        id: 'workspace-2',
        name: 'Support',
        slug: 'support',
        organizationId: 'organization-1',
        organizationName: 'Northwind',
        organizationSlug: 'northwind',
      });
    },
    see: ['Search in Support'],
    leadsTo: SUPPORT,
  },
  ...(
    [
      [['Import Preferences'], '/import-preferences', 'Sharing'],
      [['Integrations'], '/integrations', 'Fireflies.ai'],
      [['Admin', 'Users'], '/admin/users', 'Platform Users'],
      [['Admin', 'Organizations'], '/admin/organizations', 'Platform Organizations'],
      [['Admin', 'Workspaces'], '/admin/workspaces', 'Platform Workspaces'],
      [['Admin', 'Reset User Data'], '/admin/reset-user-data', 'Development Only'],
    ] as const
  ).map(([names, leadsTo, text]): State => ({
    name: `the user menu: ${names.join(', ')}`,
    at: GRID,
    act: choose(...names),
    see: [text],
    leadsTo,
  })),
  {
    name: 'the theme is stored, and the body is dark',
    at: '/integrations',
    act: async (page) => {
      await press(page, /^User menu/);
      await page.getByRole('menuitem', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await expect(page.locator('body')).toHaveClass(/(^| )dark( |$)/);
      expect(await page.evaluate(() => localStorage.getItem('ui.theme'))).toBe('"dark"');
    },
    see: ['Integrations'],
  },
  {
    name: 'the logo leads home',
    at: '/integrations',
    act: (page) => page.getByRole('link', { name: 'Product Home' }).click(),
    see: ['Recent Activity'],
    leadsTo: GRID,
  },
  ...(
    [
      ['Reset password', '/login', '/request-password-reset', 'Continue'],
      ['Return to sign in', '/request-password-reset', '/login', 'Reset password'],
    ] as const
  ).map(([link, at, leadsTo, text]): State => ({
    name: `the link '${link}'`,
    at,
    signedOut: true,
    act: follow(link),
    see: [text],
    leadsTo,
  })),
  {
    name: 'the name of a user leads to their page',
    at: '/admin/users',
    act: follow(jonas.name),
    see: ['Account History'],
    leadsTo: `/admin/users/${jonas.id}/edit`,
  },
  {
    name: 'the arrow of the wizard leads back',
    at: '/import-preferences/import',
    act: follow('Back to Import Preferences'),
    see: ['Sharing'],
    leadsTo: '/import-preferences',
  },
];

type Point = { x: number; y: number };

const centreOf = async (page: Page, name: string): Promise<Point> => {
  const box = await page.getByRole('menuitem', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`'${name}' is not drawn.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Straight onto the item with one event or few, also after having turned round. */
const moves = [
  [1, 0],
  [2, 60],
  [4, -60],
] as const;

/** A submenu survives a fast pointer on its way into it. */
export const fastPointer: readonly State[] = (
  [
    ['Switch Workspace', 'Support'],
    ['Admin', 'Reset User Data'],
  ] as const
).map(([submenu, item]) => ({
  name: `a fast pointer into '${submenu}'`,
  at: '/integrations',
  act: async (page) => {
    const menus = page.getByRole('menu');
    for (const [steps, from] of moves) {
      await page.mouse.move(5, 400);
      await press(page, /^User menu/);
      await page.getByRole('menuitem', { name: submenu, exact: true }).click({ trial: true });
      const start = await centreOf(page, submenu);
      await page.mouse.move(start.x + from, start.y);
      await expect(menus).toHaveCount(2);
      const target = page.getByRole('menuitem', { name: item, exact: true });
      // Waits until the item is rendered and no longer moves, without moving the pointer.
      await target.click({ trial: true });
      const { x, y } = await centreOf(page, item);
      await page.mouse.move(x, y, { steps });
      await expect(target).toBeFocused();
      await expect(menus).toHaveCount(2);
      await page.keyboard.press('Escape');
      await expect(menus).toHaveCount(0);
    }
  },
  see: ['Integrations'],
}));

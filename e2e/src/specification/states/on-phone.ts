import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../expect/expect-accessible.ts';
import { expectInWindow } from '../../expect/expect-in-window.ts';
import { expectNoHorizontalScroll } from '../../expect/expect-no-horizontal-scroll.ts';
import { data } from '../outcome.ts';
import { acmeDomain, borealisDomain } from '../specification-data.ts';
import type { State } from '../walk.ts';
import { press } from './act.ts';

const WIZARD = '/import-preferences/import';
const expectStep = (label: string) => async (page: Page) => {
  const current = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
  await expectInWindow(current.getByText(label));
  await expectNoHorizontalScroll(page);
};

const states: readonly State[] = [
  {
    name: 'the first step of the wizard',
    at: WIZARD,
    act: expectStep('Connect to Gmail'),
    see: ['Gmail Connected!'],
  },
  {
    name: 'the second step',
    at: WIZARD,
    act: async (page: Page) => {
      await press(page, 'Continue to Discovery');
      await expectStep('Discover Accounts')(page);
    },
    see: ['Discovery Complete!'],
  },
  {
    name: 'the third step',
    at: WIZARD,
    act: async (page: Page) => {
      await press(page, 'Continue to Discovery');
      await press(page, 'Select Accounts');
      await expectStep('Import Accounts')(page);
    },
    see: ['Select Domains to Import'],
  },
  {
    name: 'the pages of the administration',
    at: '/admin/users',
    act: async (page: Page) => {
      const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
      await expect(links).toHaveText(['Users', 'Organizations', 'Workspaces', 'Reset User Data']);
      for (const link of await links.all()) await expectInWindow(link);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page, 'administration on a phone');
    },
    see: ['Platform Users'],
  },
  {
    name: 'when each domain was added',
    at: '/import-preferences',
    given: (server) =>
      server.on(
        'GET /api/accounts',
        data({
          domains: [
            acmeDomain,
            { ...borealisDomain, domain: 'a-rather-long-name-of-a-company.example' },
          ],
        }),
      ),
    act: async (page: Page) => {
      const dates = page.getByRole('table').getByRole('time');
      await expect(dates).toHaveCount(2);
      await expectInWindow(page.getByRole('columnheader', { name: 'Added' }));
      for (const date of await dates.all()) await expectInWindow(date);
      for (const button of await page.getByRole('button', { name: /^Actions for/ }).all()) {
        await expectInWindow(button);
      }
      await expectAccessible(page, 'import preferences on a phone');
    },
    see: ['acme.example'],
  },
];

/** At 375 pixels no label is cut off. */
export const onPhone: readonly State[] = states.map((state) => ({ ...state, onPhone: true }));

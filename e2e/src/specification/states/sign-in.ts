import { expect, type Page } from '@playwright/test';
import { data, refusal } from '../outcome.ts';
import type { State } from '../walk.ts';
import { fill, press } from './act.ts';

const submit =
  (email = 'maya@northwind.example', password = 'secret1') =>
  async (page: Page) => {
    await fill(page, 'Email', email);
    await fill(page, 'Password', password);
    await press(page, 'Sign in');
  };
const OUR_END = 'Something went wrong on our end. Please try again in a moment.';
const UNKNOWN = 'Invalid email or password. Please check your credentials and try again.';
const LOGOUT = 'POST /api/auth/logout';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

export const signIn: readonly State[] = [
  {
    name: 'the sign-in form',
    at: '/login',
    signedOut: true,
    see: ['Reset password', 'Email', 'Password', 'title: Product – Sign'],
  },
  { name: 'the other address of it', at: '/sign-in', signedOut: true, see: [], leadsTo: '/login' },
  {
    name: 'a protected page without a session',
    at: '/integrations',
    signedOut: true,
    see: ['Reset password'],
    leadsTo: '/login',
  },
  {
    name: 'nothing filled in',
    at: '/login',
    signedOut: true,
    act: (page) => press(page, 'Sign in'),
    see: ['Email is required', 'Password is required'],
  },
  {
    name: 'signed in',
    at: '/login',
    signedOut: true,
    act: submit(),
    see: ['Recent Activity'],
    leadsTo: '/northwind/sales/accounts',
  },
  ...(
    [
      [
        'wrong password',
        refusal(401, 'Invalid credentials'),
        'Invalid email or password. Please check your credentials and try again.',
      ],
      [
        'no session in the response',
        data({}),
        'Invalid email or password. Please check your credentials and try again.',
      ],
      ['an error of the server', refusal(500, 'Internal server error'), OUR_END],
      ['a message of the server', refusal(403, 'Closed on Sundays'), 'Closed on Sundays'],
      ['a broken connection', 'break', UNEXPECTED],
      ['an envelope of a failure', { status: 200, text: '{"success":false}' }, UNKNOWN],
    ] as const
  ).map(([name, outcome, text]): State => ({
    name: `sign-in: ${name}`,
    at: '/login',
    signedOut: true,
    given: (server) => server.on('POST /api/auth/login', outcome),
    act: submit(),
    see: [text],
  })),
  {
    name: 'signing out',
    at: '/logout',
    act: async (page, { server }) => {
      await page.getByText('Logging out...').waitFor();
      await expect.poll(() => server.calls.map(({ name }) => name)).toContain(LOGOUT);
      await expect
        .poll(() => page.evaluate(() => [localStorage.auth_token, localStorage.auth_user]))
        .toEqual([undefined, undefined]);
    },
    see: [],
    passing: ['Logging out...'],
    leadsTo: '/login',
  },
  {
    name: 'signing in is under way',
    at: '/login',
    signedOut: true,
    given: (server) => server.on('POST /api/auth/login', 'hang'),
    act: async (page) => {
      await submit()(page);
      for (const label of ['Email', 'Password']) {
        await expect(page.getByLabel(label, { exact: true })).toBeDisabled();
      }
    },
    see: [],
  },
  {
    name: 'an error goes when its field is edited',
    at: '/login',
    signedOut: true,
    act: async (page) => {
      await press(page, 'Sign in');
      await page.getByText('Email is required').waitFor();
      await fill(page, 'Email', 'm');
      await expect(page.getByText('Email is required')).toHaveCount(0);
    },
    see: ['Password is required'],
    never: ['Email is required'],
  },
];

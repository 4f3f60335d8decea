import { expect, type Page } from '@playwright/test';
import { data, refusal } from '../outcome.ts';
import type { State } from '../walk.ts';
import { fill, press } from './act.ts';

const OUR_END = 'Something went wrong on our end. Please try again in a moment.';
const NETWORK = 'A network error occurred. Please try again.';
const requestReset = async (page: Page) => {
  await fill(page, 'Email', 'maya@northwind.example');
  await press(page, 'Continue');
};
const setPassword =
  (password: string, confirmation = password) =>
  async (page: Page) => {
    await fill(page, 'New password', password);
    await fill(page, 'Confirm new password', confirmation);
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
  };
const resetPage = '/reset-password?token=abc';

export const passwordReset: readonly State[] = [
  {
    name: 'the form for a reset',
    at: '/request-password-reset',
    signedOut: true,
    see: ['Return to sign in', 'Continue'],
  },
  {
    name: 'a reset for nobody',
    at: '/request-password-reset',
    signedOut: true,
    act: (page) => press(page, 'Continue'),
    see: ['Email is required'],
  },
  {
    name: 'a reset for what is no address',
    at: '/request-password-reset',
    signedOut: true,
    act: async (page) => {
      await fill(page, 'Email', 'maya');
      await press(page, 'Continue');
    },
    see: ['Please enter a valid email address'],
  },
  {
    name: 'a reset was sent',
    at: '/request-password-reset',
    signedOut: true,
    act: requestReset,
    see: [
      'Password reset sent',
      "If a user account with your email exists, you'll receive an email containing further instructions for resetting your password.",
      'Back to login',
    ],
  },
  ...(
    [
      ['Email is required', 400, 'Email is required'],
      ['Internal server error', 500, OUR_END],
      ['Too many requests', 429, 'Too many requests'],
    ] as const
  ).map(([message, status, text]): State => ({
    name: `a reset refused with '${message}'`,
    at: '/request-password-reset',
    signedOut: true,
    given: (server) => server.on('POST /api/auth/request-password-reset', refusal(status, message)),
    act: requestReset,
    see: [text],
  })),
  {
    name: 'a new password without a token',
    at: '/reset-password',
    signedOut: true,
    act: (page) => expect(page.getByLabel('New password', { exact: true })).toBeDisabled(),
    see: ['Invalid or missing reset token. Please request a new password reset.'],
  },
  {
    name: 'a new password without a token, sent all the same',
    at: '/reset-password',
    signedOut: true,
    // Its button is disabled.
    act: (page) => page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit()),
    see: ['Missing reset token'],
  },
  {
    name: 'no new password',
    at: resetPage,
    signedOut: true,
    act: setPassword(''),
    see: ['Password is required', 'Please confirm your password'],
  },
  {
    name: 'a short one, and another to confirm it',
    at: resetPage,
    signedOut: true,
    act: setPassword('short', 'other'),
    see: ['Password must be at least 6 characters'],
  },
  {
    name: 'two that differ',
    at: resetPage,
    signedOut: true,
    act: setPassword('secret1', 'secret2'),
    see: ['Passwords do not match'],
  },
  {
    name: 'a new password was set',
    at: resetPage,
    signedOut: true,
    act: setPassword('secret1'),
    see: ['Password reset successful'],
  },
  ...(
    [
      [refusal(400, 'Invalid or expired reset token'), 'Reset password link expired'],
      [refusal(400, 'Invalid or expired reset token'), 'Request new password reset'],
      [
        refusal(400, 'Token and password are required'),
        'Missing required information. Please try again.',
      ],
      [
        refusal(400, 'Password must be at least 8 characters'),
        'Password must be at least 8 characters',
      ],
      [refusal(500, 'Internal server error'), OUR_END],
      [refusal(400, ''), 'An unexpected error occurred. Please try again.'],
    ] as const
  ).map(([outcome, text], index): State => ({
    name: `a new password that is refused (${index})`,
    at: resetPage,
    signedOut: true,
    given: (server) => server.on('POST /api/auth/reset-password', outcome),
    act: setPassword('secret1'),
    see: [text],
  })),
  {
    name: 'a new password without a connection',
    at: resetPage,
    signedOut: true,
    given: (server) => server.on('POST /api/auth/reset-password', 'break'),
    act: async (page) => {
      await setPassword('secret1')(page);
      // Exactly this sentence.
      await expect(page.getByRole('alert')).toHaveText(NETWORK);
    },
    see: [NETWORK],
  },
  ...(
    [
      ['Back to login', '/login', data({})],
      [
        'Request new password reset',
        '/request-password-reset',
        refusal(400, 'Invalid or expired reset token'),
      ],
    ] as const
  ).map(([link, leadsTo, outcome]): State => ({
    name: `the link '${link}'`,
    at: resetPage,
    signedOut: true,
    given: (server) => server.on('POST /api/auth/reset-password', outcome),
    act: async (page) => {
      await setPassword('secret1')(page);
      await page.getByRole('link', { name: link }).click();
    },
    see: ['Email'],
    leadsTo,
  })),
];

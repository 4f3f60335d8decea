import type { CompanyLink } from '@repo/contract/company-links';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  noFactors,
  sampleNotificationSettings,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example' });
const acme: CompanyLink = {
  id: 'a'.repeat(43),
  organization: 'Acme',
  issuer: 'https://login.acme.example',
  linkedAt: '2026-01-05T09:00:00.000Z',
  lastUsedAt: '2026-01-06T09:00:00.000Z',
  signsIn: true,
  reconnects: true,
  whyKept: null,
};
let links: CompanyLink[];

beforeEach(() => {
  localStorage.clear();
  links = [acme];
  mockEndpoint('GET /api/auth/sessions', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/notifications', () => sampleNotificationSettings());
  mockEndpoint('GET /api/auth/factors', noFactors);
  mockEndpoint('GET /api/auth/sso/links', () => ({ items: links }));
});

const open = () =>
  renderApp('/import-preferences/settings', { as: ann, workspaces: [sampleWorkspace('Sales')] });
const card = async () => within(await screen.findByRole('region', { name: 'Company Sign-Ins' }));

test('a user sees which company signs them in, and removes it after a fresh proof', async () => {
  let isProven = false;
  let removed: unknown;
  mockEndpoint('POST /api/auth/proof', () => {
    isProven = true;
    return {};
  });
  mockEndpoint('DELETE /api/auth/sso/links/{id}', ({ params }) => {
    if (!isProven) return failure('FRESH_PROOF_REQUIRED', 'Confirm that it is you.');
    removed = params['id'];
    links = [];
    return {};
  });
  const { user } = open();
  expect((await card()).getByText('https://login.acme.example')).toBeDefined();
  await expectAccessible();
  await user.click((await card()).getByRole('button', { name: 'Remove Acme' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Acme' }));
  expect(dialog.getByText(/Signing in with Acme again connects it again/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  // The page has a section of that name as well.
  const proof = within(await screen.findByRole('alertdialog', { name: 'Confirm That It Is You' }));
  await user.type(await proof.findByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByText('The company sign-in is removed')).toBeDefined();
  expect(removed).toBe(acme.id);
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Company Sign-Ins' })).toBeNull(),
  );
});

test('the last way in has no button, and says what to do first', async () => {
  links = [{ ...acme, lastUsedAt: null, whyKept: 'To remove it, add a passkey first.' }];
  open();
  expect((await card()).getByText('To remove it, add a passkey first.')).toBeDefined();
  expect((await card()).getByText(/Not used yet/)).toBeDefined();
  expect((await card()).queryByRole('button')).toBeNull();
});

test('one that no longer signs in says so', async () => {
  links = [{ ...acme, signsIn: false, reconnects: false }];
  open();
  expect((await card()).getByText('Not in use')).toBeDefined();
});

test('a list that cannot be loaded can be requested again', async () => {
  let isBroken = true;
  mockEndpoint('GET /api/auth/sso/links', () =>
    isBroken ? failure('FORBIDDEN', 'Not now.') : { items: links },
  );
  const { user } = open();
  const retry = await (await card()).findByRole('button', { name: 'Try Again' });
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByText('https://login.acme.example')).toBeDefined();
});

test('a server of the specification is not asked', async () => {
  let asked = 0;
  mockEndpoint('GET /api/auth/sso/links', () => {
    asked += 1;
    return { items: links };
  });
  serveAtLevel('specification');
  open();
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(screen.queryByRole('region', { name: 'Company Sign-Ins' })).toBeNull();
  expect(asked).toBe(0);
});

import type { SingleSignOn, SsoCheckResult } from '@repo/contract/single-sign-on';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { noFactors, sampleId, sampleUser } from '#test/samples.ts';

const id = sampleId();
const domain = {
  domain: 'acme.example',
  record: { name: '_sign-in-verification.acme.example', value: 'the-token' },
  verifiedAt: null,
};
const connection = {
  issuer: 'https://login.acme.example',
  clientId: 'the-client',
  isEnabled: true,
  trustsEmails: false,
  createsUsers: false,
  isRequired: false,
  signsOutThere: false,
  breakGlass: null,
  workedAt: null,
  problem: null,
};
const empty: SingleSignOn = {
  organization: { id, name: 'Acme', slug: 'acme' },
  redirectAddress: 'https://here.example/api/auth/sso/1/callback',
  logoutAddress: 'https://here.example/api/auth/sso/1/logout',
  afterSignOutAddress: 'https://here.example/login',
  signInAddress: 'https://here.example/login?company=acme',
  connection: null,
  domains: [],
};
const connected: SingleSignOn = { ...empty, connection, domains: [domain] };
let sent: unknown;

beforeEach(() => {
  sent = undefined;
});

function open(singleSignOn: SingleSignOn) {
  mockEndpoint('GET /api/admin/organizations/{id}/sso', () => ({ singleSignOn }));
  return renderApp(`/admin/organizations/${id}/single-sign-on`, {
    as: sampleUser({ isAdmin: true }),
    workspaces: [],
  });
}

test('a connection is set up; its secret is not shown afterwards', async () => {
  mockEndpoint('PUT /api/admin/organizations/{id}/sso', ({ body }) => {
    sent = body;
    return { singleSignOn: connected };
  });
  const { user } = open(empty);
  const save = await screen.findByRole('button', { name: 'Save Connection' });
  expect(screen.getByDisplayValue(empty.redirectAddress)).toBeDefined();
  await user.click(save);
  expect(await screen.findByText('Issuer is required')).toBeDefined();
  await user.type(screen.getByLabelText(/^Issuer/), 'https://login.acme.example');
  await user.type(screen.getByLabelText(/^Client ID/), 'the-client');
  await user.type(screen.getByLabelText(/^Client secret/), 'the-secret');
  await expectAccessible();
  await user.click(save);
  expect(await screen.findByRole('button', { name: 'Test Connection' })).toBeDefined();
  expect(sent).toMatchObject({ clientSecret: 'the-secret', createsUsers: false });
  expect(screen.queryByDisplayValue('the-secret')).toBeNull();
});

test('requiring it needs an administrator who keeps a password', async () => {
  mockEndpoint('PUT /api/admin/organizations/{id}/sso', ({ body }) => {
    sent = body;
    return { singleSignOn: { ...connected, connection: { ...connection, isRequired: true } } };
  });
  const { user } = open(connected);
  await user.click(await screen.findByLabelText(/^Require single sign-on/));
  const save = screen.getByRole('button', { name: 'Save Connection' });
  await user.click(save);
  expect(await screen.findByText('Enter the email of an administrator')).toBeDefined();
  await user.type(screen.getByLabelText(/^Administrator who keeps/), 'root@other.example');
  await expectAccessible();
  await user.click(save);
  await waitFor(() =>
    expect(sent).toMatchObject({ isRequired: true, breakGlassEmail: 'root@other.example' }),
  );
});

test('signing out at the provider needs an address there, which is shown to copy', async () => {
  mockEndpoint('PUT /api/admin/organizations/{id}/sso', ({ body }) => {
    sent = body;
    return { singleSignOn: connected };
  });
  const { user } = open(connected);
  const box = await screen.findByLabelText<HTMLInputElement>(/^Sign out at the provider too/);
  expect(box.checked).toBe(false);
  expect(screen.queryByLabelText('Address after signing out')).toBeNull();
  await user.click(box);
  expect(screen.getByDisplayValue(empty.afterSignOutAddress)).toBeDefined();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Save Connection' }));
  await waitFor(() => expect(sent).toMatchObject({ signsOutThere: true }));
});

test('what the server does not take is said at its field', async () => {
  mockEndpoint('PUT /api/admin/organizations/{id}/sso', () =>
    failure('VALIDATION_FAILED', 'Invalid', [{ field: 'issuer', message: 'Without /.well-known' }]),
  );
  const { user } = open(connected);
  await user.click(await screen.findByRole('button', { name: 'Save Connection' }));
  expect(await screen.findByText('Without /.well-known')).toBeDefined();
});

test('a test says in words what is wrong', async () => {
  const checks: SsoCheckResult[] = [
    { check: 'issuer', result: 'ok', message: 'The provider answers.' },
    { check: 'client', result: 'problem', message: 'The secret is wrong.' },
    { check: 'claims', result: 'unknown', message: 'Nobody has signed in yet.' },
  ];
  mockEndpoint('POST /api/admin/organizations/{id}/sso/test', () => ({ checks }));
  const { user } = open(connected);
  await user.click(await screen.findByRole('button', { name: 'Test Connection' }));
  const results = within(await screen.findByRole('list', { name: 'Result of the test' }));
  expect(results.getByText('The secret is wrong.')).toBeDefined();
  expect(results.getByText(/does not work/)).toBeDefined();
  await expectAccessible();
});

test('a domain is verified by the record that is shown to copy', async () => {
  mockEndpoint('POST /api/admin/organizations/{id}/sso/domains/verify', ({ body }) => {
    sent = body;
    return sent === undefined
      ? failure('CONFLICT', '')
      : {
          singleSignOn: {
            ...connected,
            domains: [{ ...domain, verifiedAt: '2026-01-05T09:00:00.000Z' }],
          },
        };
  });
  const { user } = open(connected);
  expect(await screen.findByDisplayValue('the-token')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Verify acme.example' }));
  expect(await screen.findByText('Verified')).toBeDefined();
  expect(sent).toEqual({ domain: 'acme.example' });
});

test('a domain is removed by someone who proves again who they are', async () => {
  let isProven = false;
  mockEndpoint('GET /api/auth/factors', noFactors);
  mockEndpoint('POST /api/auth/proof', () => {
    isProven = true;
    return {};
  });
  mockEndpoint('POST /api/admin/organizations/{id}/sso/domains/remove', () =>
    isProven
      ? { singleSignOn: { ...connected, domains: [] } }
      : failure('FRESH_PROOF_REQUIRED', 'Confirm that it is you.'),
  );
  const { user } = open(connected);
  await user.click(await screen.findByRole('button', { name: 'Remove acme.example' }));
  await user.type(await screen.findByLabelText(/^Password/), 'correct horse{Enter}');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Remove acme.example' })).toBeNull(),
  );
});

test('a record that is missing is said at its domain', async () => {
  mockEndpoint('POST /api/admin/organizations/{id}/sso/domains/verify', () =>
    failure('CONFLICT', 'There is no TXT record yet.'),
  );
  const { user } = open(connected);
  await user.click(await screen.findByRole('button', { name: 'Verify acme.example' }));
  expect((await screen.findByRole('alert')).textContent).toContain('no TXT record');
});

test('removing the connection is confirmed first', async () => {
  mockEndpoint('DELETE /api/admin/organizations/{id}/sso', () => {
    sent = 'removed';
    return {};
  });
  const { user } = open(connected);
  await user.click(await screen.findByRole('button', { name: 'Remove Connection' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove the Connection' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent).toBe('removed'));
});

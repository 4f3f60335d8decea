import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { noFactors, sampleUser, sampleWorkspace } from '#test/samples.ts';

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example', isAdmin: true });
let factors = noFactors();
const isMissing = () => factors.authenticatorApp === null;

beforeEach(() => {
  localStorage.clear();
  factors = noFactors();
  mockEndpoint('GET /api/auth/factors', () => factors);
  mockEndpoint('POST /api/auth/factors/authenticator-app', () => ({
    key: 'ABCDEFGHIJKLMNOP',
    address: 'otpauth://totp/it',
    setUpToken: 'set-up',
  }));
  mockEndpoint('PUT /api/auth/factors/authenticator-app', () => {
    factors = {
      ...factors,
      authenticatorApp: { addedAt: '2026-01-05T09:00:00.000Z', lastUsedAt: null },
      recoveryCodesLeft: 10,
    };
    return { recoveryCodes: ['aaaa-bbbb-cccc-dddd'] };
  });
});

test('who has to set up a second factor sees nothing else, and goes on once it is done', async () => {
  const { user } = renderApp('/import-preferences/settings', { as: ann });
  mockEndpoint('GET /api/workspaces', () =>
    isMissing()
      ? failure('SECOND_FACTOR_SETUP_REQUIRED', 'A second factor is required.')
      : { items: [sampleWorkspace('Sales')] },
  );
  const heading = await screen.findByRole('heading', { name: 'Set Up a Second Factor' });
  expect(heading).toBeDefined();
  await screen.findByText('No authenticator app is set up.');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Set Up' }));
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(heading.isConnected).toBe(false));
});

test('an administrator requires it of the members of an organization after some days', async () => {
  const acme = {
    id: '0198c5a0-0000-7000-8000-00000000000a',
    name: 'Acme',
    slug: 'acme',
    workspaceCount: 1,
    memberCount: 2,
    createdAt: '2026-01-05T09:00:00.000Z',
    archivedAt: null,
    secondFactorFrom: null as string | null,
  };
  mockEndpoint('GET /api/admin/provider-problems', () => ({ problems: [] }));
  mockEndpoint('GET /api/admin/organizations', () => ({
    items: [acme],
    pagination: { total: 1, totalPages: 1 },
  }));
  let sent: unknown;
  mockEndpoint('PUT /api/admin/organizations/{id}/second-factor', ({ body }) => {
    sent = body;
    acme.secondFactorFrom = '2099-01-05T09:00:00.000Z';
    return { organization: acme };
  });
  const { user } = renderApp('/admin/organizations', {
    as: ann,
    workspaces: [sampleWorkspace('Sales')],
  });
  const button = await screen.findByRole('button', { name: /second factor of Acme$/ });
  expect(button.textContent).toBe('Optional');
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Require a second factor'));
  await expectAccessible();
  await user.clear(dialog.getByLabelText('Days until then'));
  await user.type(dialog.getByLabelText('Days until then'), '91{Enter}');
  expect(await dialog.findByText(/Enter a number from 0 to 90/)).toBeDefined();
  await user.clear(dialog.getByLabelText('Days until then'));
  await user.type(dialog.getByLabelText('Days until then'), '30{Enter}');
  expect(await screen.findByText('Announced')).toBeDefined();
  expect(sent).toEqual({ isRequired: true, graceDays: 30 });
});

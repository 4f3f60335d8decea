import type { ProviderApproval } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const provider: ProviderDescriptor = {
  id: 'office_mail',
  name: 'Office Mail',
  kind: 'mail',
  connection: 'redirect',
  capabilities: ['compare'],
};
let approval: ProviderApproval;

beforeEach(() => {
  serveAtLevel('full');
  approval = {
    provider: provider.id,
    url: 'https://login.example/adminconsent?state=1',
    requestedAt: '2026-11-28T09:30:00.000Z',
    isApproved: false,
  };
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [],
    availableProviders: [provider.id],
    providers: [provider],
    approvals: [approval],
  }));
});

const notice = async () =>
  within(await screen.findByRole('region', { name: 'Approval of Office Mail' }));

test('a provider that waits for an administrator has the link, and goes on by itself', async () => {
  let began = 0;
  mockEndpoint('POST /api/integrations/{provider}/auth', () => {
    began += 1;
    return { authUrl: 'api-key:office_mail' };
  });
  renderApp('/integrations', { as: sampleUser() });
  const field = (await notice()).getByRole('textbox', { name: 'Link for your administrator' });
  expect((field as HTMLInputElement).value).toBe(approval.url);
  approval = { ...approval, isApproved: true };
  await waitFor(() => expect(began).toBe(1), { timeout: 8_000 });
}, 15_000);

test('what was approved while the page was closed waits for its user', async () => {
  approval = { ...approval, isApproved: true };
  let began = 0;
  mockEndpoint('POST /api/integrations/{provider}/auth', () => {
    began += 1;
    return { authUrl: 'api-key:office_mail' };
  });
  renderApp('/integrations', { as: sampleUser() });
  expect(
    (await notice()).getByText(
      'Your administrator approved Office Mail. Choose Connect to continue.',
    ),
  ).toBeTruthy();
  expect(began).toBe(0);
});

test('a server of the specification has no approvals', async () => {
  serveAtLevel('specification');
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [],
    availableProviders: ['gmail'],
    approvals: [{ ...approval, provider: 'gmail' }],
  }));
  renderApp('/integrations', { as: sampleUser() });
  expect(await screen.findByRole('region', { name: 'Gmail' })).toBeTruthy();
  expect(screen.queryByText('Link for your administrator')).toBeNull();
});

test.each([
  ['true', 'Approved'],
  ['false', 'Not Approved'],
])('an administrator who comes back reads what came of it: %s', async (approved, heading) => {
  renderApp(`/oauth/success?approved=${approved}`);
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { integrationsAddress } from '#features/integrations/connect/oauth-parameters.ts';
import { mockEndpoint } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

test.each([
  ['success=true&provider=gmail', 'oauth_success=true&provider=gmail'],
  ['success=true', 'oauth_success=true'],
  [
    'error=access_denied&provider=google_calendar',
    'oauth_error=access_denied&provider=google_calendar',
  ],
  ['provider=gmail', 'oauth_error=Invalid+response+from+authentication+service&provider=gmail'],
  ['', 'oauth_error=Invalid+response+from+authentication+service'],
  ['success=false', 'oauth_error=Invalid+response+from+authentication+service'],
])('%s goes on as %s', (search, target) => {
  expect(integrationsAddress(new URLSearchParams(search))).toBe(`/integrations?${target}`);
});

test('says what it does while it redirects', async () => {
  renderApp('/oauth/success?success=true');
  // Read at once: the page is left in the next moment.
  const { parentElement: shown } = await screen.findByText('Processing...');
  expect(shown?.textContent).toContain('Redirecting to integrations page...');
});

test.each([
  ['success=true&provider=gmail', 'Gmail account successfully connected!'],
  ['success=true&provider=Free+coins+for+your', 'Your account successfully connected!'],
  ['error=access_denied&provider=gmail', 'access_denied'],
  ['error=access_denied&provider=carrier_pigeon', 'Your account was not connected'],
])('%s ends on the integrations, announced once, at a clean address', async (search, announced) => {
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  const { address } = renderApp(`/oauth/success?${search}`, { as: sampleUser() });
  await waitFor(() => expect(address()).toBe('/integrations'));
  expect((await screen.findAllByText(announced)).length).toBe(1);
});

import { MAINTENANCE_HEADER } from '@repo/contract/maintenance';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleTrackedDomain, sampleUser, sampleWorkspace } from '#test/samples.ts';

const message = 'We move: “read”, but change nothing.';

test('the top bar says that the server is under maintenance, until it is over', async () => {
  let headers: Record<string, string> = { [MAINTENANCE_HEADER]: encodeURIComponent(message) };
  const user = sampleUser();
  const respond = (data: object) => Response.json({ success: true, data }, { headers });
  mockEndpoint('GET /api/integrations', () =>
    respond({ integrations: [], availableProviders: [] }),
  );
  mockEndpoint('GET /api/accounts', () => respond({ domains: [sampleTrackedDomain('a.example')] }));
  mockEndpoint('GET /api/notices', () => respond({ notices: [], unread: 0 }));
  mockEndpoint('GET /api/workspaces', () => respond({ items: [sampleWorkspace('Sales')] }));
  mockEndpoint('GET /api/auth/me', () => respond(user));
  const app = renderApp('/import-preferences', {
    as: user,
    workspaces: [sampleWorkspace('Sales')],
  });

  const status = await screen.findByRole('button', { name: 'Maintenance' });
  await expectAccessible();
  status.focus();
  expect((await screen.findByRole('tooltip')).textContent).toContain(message);

  headers = { [MAINTENANCE_HEADER]: '%E0%A4%A' };
  await app.user.click(status);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Maintenance' })).toBeNull());
});

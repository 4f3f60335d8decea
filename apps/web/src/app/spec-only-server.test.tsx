import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { conversation, detail, email, messages } from '#test/account-samples.ts';
import { mockEndpoint, failure } from '#test/api.ts';
import { openPage, panel, setUpAccount, TIMELINE } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  sampleId,
  sampleIntegration,
  sampleTrackedDomain,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

/*
 * The specification names calls and fields, not everything that a server may put into them. What is
 * unusual there costs an entry at most.
 */

const admin = sampleUser({ isAdmin: true });
const sales = sampleWorkspace('Sales');
const ok = (data: unknown) => HttpResponse.json({ success: true, data } as object);

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());
const expectWarning = (text: string) =>
  waitFor(() =>
    expect(warned.mock.calls.flat().join('\n')).toContain(`The server sent ${text} that`),
  );

describe('entries of null are skipped with a warning in the log', () => {
  test('domains, their shares and workspaces', async () => {
    const domains = [null, { ...sampleTrackedDomain('acme.example'), workspaceShares: [null] }];
    mockEndpoint('GET /api/accounts', () => ok({ domains }));
    mockEndpoint('GET /api/workspaces', () =>
      ok({ items: [null, { id: 'x', slug: 'x', organization: null }, sales] }),
    );
    const { user } = renderApp('/import-preferences', { as: admin });
    await screen.findByText('acme.example');
    await user.click(screen.getByRole('combobox', { name: /acme\.example/ }));
    expect(await screen.findByRole('option', { name: 'Sales' })).toBeTruthy();
    await expectWarning('domains');
    await expectWarning('shares of a domain');
    await expectWarning('workspaces');
  });

  test.each([
    ['users', 'Platform Users', { name: 'Ada', email: 'a@b.example', organizations: [null] }],
    ['organizations', 'Platform Organizations', { name: 'Ada', slug: 'ada' }],
    ['workspaces', 'Platform Workspaces', { name: 'Ada', slug: 'ada', organization: {} }],
  ] as const)('the list of %s', async (list, title, entry) => {
    mockEndpoint(`GET /api/admin/${list}`, () =>
      ok({
        items: [null, { id: sampleId(), createdAt: '2026-11-20T09:30:00.000Z', ...entry }],
        pagination: { total: 2, totalPages: 1 },
      }),
    );
    renderApp(`/admin/${list}`, { as: admin, workspaces: [] });
    await screen.findByRole('cell', { name: 'Ada' });
    expect(screen.getByRole('table', { name: title })).toBeTruthy();
    await expectWarning('list entries');
  });

  test('memberships of a user', async () => {
    const user = { ...sampleUser({ id: sampleId(), name: 'Ada Okafor' }), workspaces: [null] };
    mockEndpoint('GET /api/admin/users/{id}', () => ok({ user }));
    mockEndpoint('GET /api/admin/users/{id}/password-reset-status', () =>
      ok({ hasPendingReset: false }),
    );
    renderApp(`/admin/users/${user.id}/edit`, { as: admin, workspaces: [] });
    expect(await screen.findByText(/Not a member of any workspace/)).toBeTruthy();
    await expectWarning('workspaces of a user');
  });

  test('integrations, and the providers are given as objects', async () => {
    mockEndpoint('GET /api/integrations', () =>
      ok({
        integrations: [null, sampleIntegration({ provider: 'gmail' })],
        availableProviders: [{ id: 7, name: 'Gmail', provider: 'gmail' }, null, { id: 'fathom' }],
      }),
    );
    renderApp('/integrations', { as: admin, workspaces: [] });
    const gmail = await screen.findByRole('region', { name: 'Gmail' });
    expect(within(gmail).getByText('Connected')).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
    await expectWarning('integrations');
    await expectWarning('available providers');
  });
});

describe('the page of an account', () => {
  setUpAccount();

  test('skips activities and participants of null', async () => {
    mockEndpoint(TIMELINE, () =>
      ok({ activities: [null, { ...email, participants: [null, ...email.participants] }] }),
    );
    openPage();
    expect(await screen.findByRole('button', { name: /^Email from Ada Okafor/ })).toBeTruthy();
    await expectWarning('activities');
    await expectWarning('participants');
  });

  test('opens a conversation whose id the server does not know from its activities', async () => {
    mockEndpoint('GET /api/activities/{activityId}', ({ params }) => {
      const index = messages.findIndex(({ id }) => id === params['activityId']);
      const message = messages[index];
      if (message === undefined) return failure('NOT_FOUND', 'Activity not found');
      return { activity: detail(message, { plainTextBody: `Text ${index}` }) };
    });
    const id = 'thread-7';
    mockEndpoint(TIMELINE, () => ok({ activities: [{ ...conversation, id }] }));
    const { user } = openPage(`?activity=${id}`);
    const opened = within(await panel('Conversation'));
    await opened.findByText(/Text 1/);
    await user.click(opened.getByRole('button', { name: /The question/ }));
    await opened.findByText(/Text 0/);
    expect(screen.queryByText('Activity not found')).toBeNull();
  });
});

describe('a list that the server does not page', () => {
  const rows = Array.from({ length: 45 }, (_, index) => ({
    name: `Organization ${index + 1}`,
    slug: `organization-${index + 1}`,
    createdAt: '2026-11-20T09:30:00.000Z',
  }));

  test.each([
    ['with the whole list in each response', { total: 45, totalPages: 1 }],
    ['with numbers as texts', { total: '45', totalPages: '3' }],
    ['with figures that are none', { total: 'many', totalPages: null }],
    ['without figures', undefined],
  ])('is paged here: %s', async (_, pagination) => {
    mockEndpoint('GET /api/admin/organizations', () => ok({ items: rows, pagination }));
    const { user } = renderApp('/admin/organizations', { as: admin, workspaces: [] });
    await screen.findByText('Showing 20 of 45 organizations');
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page 2 of 3');
    expect(screen.getByRole('cell', { name: 'Organization 40' })).toBeTruthy();
    expect(screen.queryByRole('cell', { name: 'Organization 41' })).toBeNull();
  });
});

describe('Reset User Data', () => {
  const email = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ });

  test('reports a missing email address', async () => {
    const { user } = renderApp('/admin/reset-user-data', { as: admin, workspaces: [] });
    await user.type(await email(), '  {Enter}');
    await screen.findByText('Please enter an email address');
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Reset User Data' }).disabled,
    ).toBe(true);
  });

  test('names the address that was typed where the server names none', async () => {
    mockEndpoint('DELETE /api/admin/reset/user-data', () => ok({}));
    const { user } = renderApp('/admin/reset-user-data', { as: admin, workspaces: [] });
    await user.type(await email(), 'ada@acme.example{Enter}');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Reset User Data' }));
    expect(
      await screen.findByText(
        'Successfully reset data for ada@acme.example. Deleted: 0 accounts, 0 shares.',
      ),
    ).toBeTruthy();
  });
});

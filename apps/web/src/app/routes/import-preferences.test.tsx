import type { TrackedDomain } from '@repo/contract/domains';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { mockImportPreferences } from '#test/mock-import-preferences.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  sampleId,
  sampleTrackedDomain,
  sampleOrganization,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

const sales = sampleWorkspace('Sales');
const research = sampleWorkspace('Research', { organization: sampleOrganization('Contoso') });

function trackedDomain(domain: string, sharedWith?: typeof sales): TrackedDomain {
  const share = sharedWith && {
    workspaceId: sharedWith.id,
    workspace: { name: sharedWith.name },
  };
  return sampleTrackedDomain(domain, { workspaceShares: share === undefined ? [] : [share] });
}

/** The domains that the server stores; sharing and unsharing change them. */
let domains: TrackedDomain[];
let sharing: string[];

beforeEach(() => {
  domains = [];
  sharing = [];
  mockImportPreferences();
  mockEndpoint('GET /api/accounts', ({ query }) => ({
    domains: query['type'] === 'domains' ? domains : [],
  }));
  mockEndpoint('DELETE /api/accounts/domains/unshare', ({ body }) => {
    const { domainId, workspaceId } = body as { domainId: string; workspaceId: string };
    sharing.push(`unshare ${nameOf(workspaceId)}`);
    replaceShares(domainId, []);
    return {};
  });
  mockEndpoint('POST /api/accounts/domains/share', ({ body }) => {
    const { domainId, workspaceId, domain } = body as Record<string, string>;
    sharing.push(`share ${domain} with ${nameOf(workspaceId)}`);
    const workspace = { name: nameOf(workspaceId) };
    replaceShares(domainId, [{ workspaceId: workspaceId ?? '', workspace }]);
    return {};
  });
});

function nameOf(workspaceId: string | undefined): string {
  return [sales, research].find(({ id }) => id === workspaceId)?.name ?? '?';
}

function replaceShares(id: string | undefined, workspaceShares: TrackedDomain['workspaceShares']) {
  domains = domains.map((one) => (one.id === id ? { ...one, workspaceShares } : one));
}

function open(workspaces = [sales, research]) {
  return renderApp('/import-preferences', { as: sampleUser(), workspaces });
}

const selector = (domain: string) =>
  screen.findByRole('combobox', { name: `Sharing of ${domain}` });

test('lists each domain with its sharing and the day it was added', async () => {
  domains = [trackedDomain('acme.com', sales), trackedDomain('müller.de')];
  open();
  const row = (await screen.findByText('acme.com')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Mar 4, 2026')).toBeTruthy();
  expect((await selector('acme.com')).textContent).toBe('Sales');
  expect((await selector('müller.de')).textContent).toBe('Not shared');
  expect(screen.getByRole('heading', { name: 'Import Preferences' })).toBeTruthy();
});

test('a server that names no shares means that there are none', async () => {
  const { workspaceShares: _none, ...bare } = trackedDomain('acme.com');
  domains = [bare as TrackedDomain];
  open();
  expect((await selector('acme.com')).textContent).toBe('Not shared');
});

test('says that nothing is tracked yet and leads to the discovery', async () => {
  const { user, address } = open();
  expect(await screen.findByText('No domains yet')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Discover Accounts in Your Gmail' }));
  await waitFor(() => expect(address()).toBe('/import-preferences/import'));
});

test.each([
  ['the network fails', () => brokenConnection(), 'Error: Network error occurred'],
  [
    'the server gives no reason',
    () => Response.json({ success: false }),
    'Error: Failed to fetch domains',
  ],
  ['the server gives a reason', () => failure('FORBIDDEN', 'Not today'), 'Error: Not today'],
])('shows an error and loads again when %s', async (_, reply, message) => {
  mockEndpoint('GET /api/accounts', reply);
  const { user } = open();
  expect(await screen.findByText(message)).toBeTruthy();
  await expectAccessible();
  domains = [trackedDomain('acme.com')];
  mockEndpoint('GET /api/accounts', () => ({ domains }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('acme.com')).toBeTruthy();
});

test('keeps showing the list and reports that it cannot be refreshed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  domains = [trackedDomain('acme.com')];
  const { user } = open();
  await user.click(await selector('acme.com'));
  mockEndpoint('GET /api/accounts', () => failure('FORBIDDEN', ''));
  await user.click(await screen.findByRole('option', { name: 'Sales' }));
  expect(await screen.findByText('Error: Failed to refresh domains')).toBeTruthy();
  expect(screen.getByText('acme.com')).toBeTruthy();
  vi.restoreAllMocks();
});

test('adds a domain and lists it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'New Domain' }));
  const added = trackedDomain('acme.com');
  mockEndpoint('POST /api/accounts/import', ({ body }) => {
    expect(body).toEqual({ domains: ['acme.com'], source: 'manual' });
    domains = [added];
    return { results: [{ domain: { ...added, addedAt: new Date().toISOString() } }] };
  });
  await user.type(screen.getByRole('textbox'), 'acme.com{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(await selector('acme.com')).toBeTruthy();
});

test('offers the workspaces under their organizations', async () => {
  domains = [trackedDomain('acme.com')];
  const { user } = open();
  await user.click(await selector('acme.com'));
  const group = await screen.findByRole('group', { name: 'Contoso' });
  expect(within(group).getByRole('option', { name: 'Research' })).toBeTruthy();
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Not shared',
    'Sales',
    'Research',
  ]);
});

test('unshares before it shares, and does nothing for the current choice', async () => {
  domains = [trackedDomain('acme.com', sales)];
  const { user } = open();
  await user.click(await selector('acme.com'));
  await user.click(await screen.findByRole('option', { name: 'Sales' }));
  expect(sharing).toEqual([]);
  await user.click(await selector('acme.com'));
  await user.click(await screen.findByRole('option', { name: 'Research' }));
  // At once, before the server has responded.
  expect((await selector('acme.com')).textContent).toBe('Research');
  await waitFor(() => expect(sharing).toEqual(['unshare Sales', 'share acme.com with Research']));
  await user.click(await selector('acme.com'));
  await user.click(await screen.findByRole('option', { name: 'Not shared' }));
  await waitFor(() => expect(sharing.slice(2)).toEqual(['unshare Research']));
});

test('two quick choices run one after the other, each from what the first left', async () => {
  domains = [trackedDomain('acme.com')];
  const { user } = open();
  await user.click(await selector('acme.com'));
  await user.click(await screen.findByRole('option', { name: 'Sales' }));
  await user.click(await selector('acme.com'));
  await user.click(await screen.findByRole('option', { name: 'Research' }));
  await waitFor(() =>
    expect(sharing).toEqual([
      'share acme.com with Sales',
      'unshare Sales',
      'share acme.com with Research',
    ]),
  );
});

test('shows what the server stores when the share fails after the unshare', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  domains = [trackedDomain('acme.com', sales)];
  mockEndpoint('POST /api/accounts/domains/share', () => failure('CONFLICT', 'Shared elsewhere'));
  const { user } = open();
  await user.click(await selector('acme.com'));
  await user.click(await screen.findByRole('option', { name: 'Research' }));
  await waitFor(async () => expect((await selector('acme.com')).textContent).toBe('Not shared'));
  expect(sharing).toEqual(['unshare Sales']);
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

test('creates the account that sharing needs, and then shows the share', async () => {
  domains = [trackedDomain('acme.com')];
  mockEndpoint('POST /api/accounts/domains/share', () =>
    failure('WORKSPACE_ACCOUNT_REQUIRED', 'No account'),
  );
  const { user } = open();
  await user.click(await selector('acme.com'));
  await user.click(await screen.findByRole('option', { name: 'Research' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Workspace Account' });
  let requests = 0;
  mockEndpoint('POST /api/accounts/import', ({ body }) => {
    requests += 1;
    expect(body).toMatchObject({ domains: ['acme.com'], workspaceId: research.id, name: 'Acme' });
    domains = [trackedDomain('acme.com', research)];
    const [domain] = domains as [TrackedDomain];
    return { results: [{ domain, workspaceAccount: { id: sampleId(), name: 'Acme' } }] };
  });
  await user.type(within(dialog).getByLabelText(/Account Name/), 'Acme');
  const create = within(dialog).getByRole('button', { name: 'Create Account' });
  act(() => [1, 2].forEach(() => create.click()));
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(requests).toBe(1);
  await waitFor(async () => expect((await selector('acme.com')).textContent).toBe('Research'));
});

test.each([
  ['while they load', neverResponds, 'Loading...'],
  ['when there are none', () => ({ items: [] }), 'No workspaces available'],
  ['when they fail', () => failure('FORBIDDEN', ''), 'Failed to load workspaces'],
])('the selector shows the workspaces %s', async (_, reply, note) => {
  domains = [trackedDomain('acme.com', sales)];
  mockEndpoint('GET /api/workspaces', reply);
  const { user } = renderApp('/import-preferences', { as: sampleUser() });
  await user.click(await selector('acme.com'));
  expect(await screen.findByRole('option', { name: note })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Sales' })).toBeTruthy();
});

async function openRemoveDialog(domain: string) {
  domains = [trackedDomain(domain), trackedDomain('other.com')];
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: `Actions for ${domain}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove Domain' }));
  const dialog = await screen.findByRole('alertdialog');
  return { user, dialog };
}

test('confirms before it removes a domain, and moves the focus to what replaces it', async () => {
  const { user, dialog } = await openRemoveDialog('acme.com');
  expect(dialog.textContent).toContain(
    "Remove acme.com from your personal tracking. You'll stop contributing activity data to any shared workspace accounts for this domain.",
  );
  mockEndpoint('DELETE /api/accounts/domains/{id}', ({ params }) => {
    domains = domains.filter(({ id }) => id !== params['id']);
    return {};
  });
  await user.click(within(dialog).getByRole('button', { name: 'Remove Domain' }));
  await waitFor(() => expect(screen.queryByText('acme.com')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const next = (await selector('other.com')).closest('tr');
  await waitFor(() => expect(next?.contains(document.activeElement)).toBe(true));
});

test('only logs a failed removal, and leaves the dialog open', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user, dialog } = await openRemoveDialog('acme.com');
  mockEndpoint('DELETE /api/accounts/domains/{id}', () => failure('UNKNOWN_ERROR', 'No'));
  await user.click(within(dialog).getByRole('button', { name: 'Remove Domain' }));
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(screen.getByRole('alertdialog')).toBe(dialog);
  expect(within(dialog).queryByRole('alert')).toBeNull();
  log.mockRestore();
});

test('says what the server goes on with after a failed removal', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user, dialog } = await openRemoveDialog('acme.com');
  const message = 'What is no longer shared could not be removed completely.';
  mockEndpoint('DELETE /api/accounts/domains/{id}', () =>
    failure('UNAVAILABLE', message, { continues: true }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Remove Domain' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(message);
  log.mockRestore();
});

test('a domain that was removed elsewhere goes without another question', async () => {
  const { user, dialog } = await openRemoveDialog('acme.com');
  mockEndpoint('DELETE /api/accounts/domains/{id}', () => {
    domains = domains.slice(1);
    return failure('NOT_FOUND', 'Domain not found');
  });
  await user.click(within(dialog).getByRole('button', { name: 'Remove Domain' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.queryByText('acme.com')).toBeNull());
});

test('a long list renders only the rows that the window needs', async () => {
  domains = Array.from({ length: 5000 }, (_, n) => trackedDomain(`company-${n}.com`));
  open();
  await screen.findByText('company-0.com');
  expect(screen.getAllByRole('combobox').length).toBeLessThan(100);
});

import type { DeletedAccount } from '@repo/contract/account-changes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account, maya, sales as ofAccount } from '#test/account-samples.ts';
import { failure, mockEndpoint, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { ACCOUNT, openPage, setUpAccount, TIMELINE } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

setUpAccount();
const sales = sampleWorkspace('Sales');
const RESTORE = 'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore';
const LIST = 'GET /api/workspaces/{workspaceId}/accounts';
const actions = () => screen.findByRole('button', { name: `Actions for ${account.name}` });
const item = (name: string) => screen.findByRole('menuitem', { name });

async function choose(name: string) {
  const opened = openPage();
  await opened.user.click(await actions());
  await opened.user.click(await item(name));
  return opened.user;
}

test('renaming checks the name like creating, and sends the trimmed name', async () => {
  let sent: unknown;
  mockEndpoint('PATCH /api/accounts/{accountId}', ({ body }) => {
    sent = body;
    return {};
  });
  const user = await choose('Rename...');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Account' }));
  const name = dialog.getByRole('textbox', { name: /^Account Name/ });
  expect((name as HTMLInputElement).value).toBe(account.name);
  await user.clear(name);
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  expect(await dialog.findByText('Account name is required')).toBeTruthy();
  expect(sent).toBeUndefined();
  await user.type(name, '  Acme Labs ');
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Renamed to Acme Labs');
  expect(sent).toEqual({ name: 'Acme Labs', replaces: account.name });
});

test('deleting says what stays, leads to the list, and can be undone', async () => {
  const requests: string[] = [];
  mockEndpoint(LIST, () => ({ accounts: [], page: { total: 0 } }));
  mockEndpoint('DELETE /api/accounts/{accountId}', () => {
    requests.push('delete');
    return { restorableUntil: '2026-12-22T09:00:00.000Z' };
  });
  mockEndpoint(RESTORE, ({ params }) => {
    requests.push(`restore ${params['accountId']}`);
    return {};
  });
  const user = await choose('Delete...');
  const dialog = await screen.findByRole('alertdialog', { name: `Delete ${account.name}?` });
  expect(dialog.textContent).toContain('stay with the people who captured them');
  expect(dialog.textContent).toContain('for 30 days');
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Delete Account' }));
  await screen.findByRole('grid', { name: 'Accounts' });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(`${account.name} was restored`);
  expect(requests).toEqual(['delete', `restore ${account.id}`]);
});

test('a refused deletion says why and keeps the dialog', async () => {
  mockEndpoint('DELETE /api/accounts/{accountId}', () =>
    failure('LIMIT_REACHED', 'A workspace can have at most 1,000 deleted accounts.'),
  );
  const user = await choose('Delete...');
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  expect(
    await dialog.findByText('A workspace can have at most 1,000 deleted accounts.'),
  ).toBeTruthy();
});

test('the grid that was read before shows the deleted account no more, and nothing of it is requested', async () => {
  let isDeleted = false;
  const requests: string[] = [];
  const row = { ...account, lastActivity: null, contributors: [], creator: null };
  mockEndpoint(LIST, () => (isDeleted ? neverResponds() : { accounts: [row], page: { total: 1 } }));
  mockEndpoint(ACCOUNT, () => {
    if (isDeleted) requests.push(ACCOUNT);
    return { workspaceAccount: account };
  });
  mockEndpoint(TIMELINE, () => {
    if (isDeleted) requests.push(TIMELINE);
    return { activities: [] };
  });
  mockEndpoint('DELETE /api/accounts/{accountId}', () => {
    isDeleted = true;
    return { restorableUntil: '2026-12-22T09:00:00.000Z' };
  });
  const { user } = renderApp('/northwind/sales/accounts', { as: maya, workspaces: [ofAccount] });
  fireEvent.click(await screen.findByRole('link', { name: account.name }));
  await user.click(await actions());
  await user.click(await item('Delete...'));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  await screen.findByRole('grid', { name: 'Accounts' });
  expect(screen.queryByRole('link', { name: account.name })).toBeNull();
  expect(requests).toEqual([]);
});

const deleted = (parts: Partial<DeletedAccount> = {}): DeletedAccount => ({
  id: sampleId(),
  name: 'Acme',
  domain: 'acme.example',
  deletedBy: { name: 'Olga Owner' },
  deletedAt: '2026-11-20T09:00:00.000Z',
  restorableUntil: '2026-12-20T14:00:00.000Z',
  shares: 2,
  ...parts,
});

test('the deleted accounts are listed with who, when and until when, and are restored', async () => {
  const DELETED = 'GET /api/workspaces/{workspaceId}/deleted-accounts';
  let listed = [deleted(), deleted({ name: 'Globex', deletedBy: null, shares: 0 })];
  mockEndpoint(DELETED, () => ({ accounts: listed }));
  const newer = 'The workspace has a newer account for acme.example, “Acme 2”.';
  mockEndpoint(RESTORE, ({ params }) => {
    if (params['accountId'] === listed[0]?.id) return failure('CONFLICT', newer);
    listed = listed.slice(0, 1);
    return { sharedAgain: { members: 2, domains: 3 } };
  });
  const { user } = renderApp('/northwind/sales/deleted-accounts', {
    as: sampleUser(),
    workspaces: [sales],
  });
  const table = within(await screen.findByRole('table', { name: 'Deleted accounts of Sales' }));
  const acme = table.getByText('Acme').closest('tr');
  expect(acme?.textContent).toContain('by Olga Owner');
  expect(acme?.textContent).toContain('acme.example, 2 shares');
  expect(acme?.textContent).toContain('Dec 20, 2026');
  await expectAccessible();
  await user.click(table.getByRole('button', { name: 'Restore Acme' }));
  await screen.findByText(newer);
  await user.click(table.getByRole('button', { name: 'Restore Globex' }));
  await waitFor(() => expect(table.queryByText('Globex')).toBeNull());
  await screen.findByText('2 members share 3 domains with it again and are told by email.');
});

test('selected accounts are restored together, and those that cannot be are named', async () => {
  let listed = ['Acme', 'Globex', 'Initech', 'Umbrella'].map((name) => deleted({ name }));
  const [, globex, , umbrella] = listed;
  mockEndpoint('GET /api/workspaces/{workspaceId}/deleted-accounts', () => ({ accounts: listed }));
  mockEndpoint(RESTORE, ({ params }) => {
    if (params['accountId'] === globex?.id) {
      return failure('CONFLICT', 'Taken.', { accountId: umbrella?.id, name: 'Globex 2' });
    }
    listed = listed.filter(({ id }) => id !== params['accountId']);
    return {};
  });
  const { user } = renderApp('/northwind/sales/deleted-accounts', {
    as: sampleUser(),
    workspaces: [sales],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Acme' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Initech' }));
  await user.keyboard('{/Shift}');
  const bar = within(screen.getByRole('toolbar', { name: 'Selected accounts' }));
  expect(bar.getByText('3')).toBeTruthy();
  await expectAccessible();
  await user.click(bar.getByRole('button', { name: 'Restore' }));
  await screen.findByText('2 accounts restored');
  expect(await screen.findByText('1 of 3 accounts could not be restored')).toBeTruthy();
  expect(screen.getByText('Globex: another account has the domain now')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Acme')).toBeNull());
  expect(screen.getByText('Umbrella')).toBeTruthy();
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a server that offers none of it shows no menu and no page', async () => {
  serveAtLevel('specification');
  openPage();
  await screen.findByRole('heading', { name: account.name });
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

test('without the feature the page of deleted accounts is not found', async () => {
  serveAtLevel('specification');
  renderApp('/northwind/sales/deleted-accounts', { as: sampleUser(), workspaces: [sales] });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});

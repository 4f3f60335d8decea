import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { ACCOUNT, openPage, panel, setUpAccount } from '#test/open-account.ts';
import { sampleId } from '#test/samples.ts';

setUpAccount();
const OWNER = 'PUT /api/accounts/{accountId}/owner';
const NOTE = 'PUT /api/accounts/{accountId}/note';
const MEMBERS = 'GET /api/workspaces/{workspaceId}/members';
const member = (name: string, email: string) => ({
  userId: sampleId(),
  name,
  email,
  role: 'member' as const,
  state: 'active' as const,
  isAdministrator: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
  sharedDomains: 0,
});
const ann = member('Ann', 'ann@northwind.example');
const gone = { ...member('Gone', 'gone@northwind.example'), state: 'inactive' as const };
const jonas = member('Jonas Adler', 'jonas@northwind.example');

function mockMembers() {
  mockEndpoint(MEMBERS, ({ query }) => {
    const items = [ann, gone, jonas].filter(({ email }) => email.includes(query['search'] ?? ''));
    return { items, pagination: { total: items.length, totalPages: 1 }, canManage: false };
  });
}

async function openPanel() {
  const opened = openPage();
  return { ...opened, information: within(await panel('Account Information')) };
}

test('a member is found by email and becomes the owner', async () => {
  mockMembers();
  let owner: typeof ann | undefined;
  mockEndpoint(ACCOUNT, () => ({
    workspaceAccount: { ...account, owner: owner ? { ...owner, id: owner.userId } : null },
  }));
  mockEndpoint(OWNER, ({ body }) => {
    owner = [ann, jonas].find(({ userId }) => userId === (body as { userId: string }).userId);
    return {};
  });
  const { user, information } = await openPanel();
  expect(await information.findByText('No one')).toBeTruthy();
  await user.click(information.getByRole('button', { name: 'Change owner' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Owner of ${account.name}` }));
  await dialog.findByRole('option', { name: /^Ann/ });
  expect(dialog.queryByRole('option', { name: /^Gone/ })).toBeNull();
  // Without an owner, there is none to remove.
  expect(dialog.queryByRole('option', { name: 'No one' })).toBeNull();
  await expectAccessible();
  await user.type(dialog.getByRole('combobox'), 'jonas@');
  await waitFor(() => expect(dialog.queryByRole('option', { name: /^Ann/ })).toBeNull());
  await user.keyboard('{Enter}');
  expect(await information.findByText('Jonas Adler')).toBeTruthy();
  await user.click(information.getByRole('button', { name: 'Change owner' }));
  await user.click(await screen.findByRole('option', { name: 'No one' }));
  expect(await information.findByText('No one')).toBeTruthy();
});

test('a change of the owner that is refused says why', async () => {
  mockMembers();
  mockEndpoint(OWNER, () => failure('NOT_FOUND', 'Account not found'));
  const { user, information } = await openPanel();
  await user.click(await information.findByRole('button', { name: 'Change owner' }));
  await user.click(await screen.findByRole('option', { name: /^Ann/ }));
  expect(await screen.findByText('Failed to change the owner')).toBeTruthy();
});

test('a note is edited with its line breaks, and says when someone else was faster', async () => {
  let note = 'Renews in March';
  mockEndpoint(ACCOUNT, () => ({ workspaceAccount: { ...account, owner: null, note } }));
  const sent: unknown[] = [];
  mockEndpoint(NOTE, ({ body }) => {
    sent.push(body);
    if (sent.length === 1) return failure('CONFLICT', 'Someone changed the note meanwhile.');
    ({ note } = body as { note: string });
    return {};
  });
  const { user, information } = await openPanel();
  expect(await information.findByText('Renews in March')).toBeTruthy();
  await user.click(information.getByRole('button', { name: 'Edit note' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Note on ${account.name}` }));
  await expectAccessible();
  const field = dialog.getByRole('textbox', { name: 'Note' });
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/at most 500 characters/)).toBeTruthy();
  fireEvent.change(field, { target: { value: 'Renews in May\nAsk Ada ' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Someone changed the note meanwhile.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await information.findByText(/Renews in May/)).toBeTruthy();
  expect(sent.at(-1)).toEqual({ note: 'Renews in May\nAsk Ada', replaces: 'Renews in March' });
});

test('a server that knows no owners shows neither owner nor note', async () => {
  serveAtLevel('specification');
  const { information } = await openPanel();
  await information.findByText('Participants');
  expect(information.queryByText('Owner')).toBeNull();
  expect(information.queryByText('Note')).toBeNull();
});

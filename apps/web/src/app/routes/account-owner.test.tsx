import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { ACCOUNT, openPage, panel, setUpAccount } from '#test/open-account.ts';
import { sampleId } from '#test/samples.ts';

setUpAccount();
const OWNER = 'PUT /api/accounts/{accountId}/owner';
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

test('a change of the owner is undone, and replaces only the owner that was shown', async () => {
  mockMembers();
  mockEndpoint(ACCOUNT, () => ({
    workspaceAccount: { ...account, owner: { ...ann, id: ann.userId } },
  }));
  const sent: unknown[] = [];
  mockEndpoint(OWNER, ({ body }) => {
    sent.push(body);
    return sent.length === 2 ? failure('UNKNOWN_ERROR', 'The database is busy.') : {};
  });
  const { user, information } = await openPanel();
  (await information.findByRole('button', { name: 'Change owner' })).focus();
  await user.keyboard('{F2}');
  await user.click(await screen.findByRole('option', { name: /^Jonas/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  // What failed is sent again from where it says so.
  expect(await screen.findByText('Failed to undo the change of the owner')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(`Ann owns ${account.name} now`)).toBeTruthy();
  const back = { userId: ann.userId, replaces: jonas.userId };
  expect(sent).toEqual([{ userId: jonas.userId, replaces: ann.userId }, back, back]);
});

test.each(['NOT_FOUND', 'CONFLICT'] as const)(
  'a change of the owner that is refused (%s) says why',
  async (code) => {
    mockMembers();
    mockEndpoint(OWNER, () => failure(code, 'Here is why.'));
    const { user, information } = await openPanel();
    await user.click(await information.findByText('No one'));
    await user.click(await screen.findByRole('option', { name: /^Ann/ }));
    // A toast of the test before may still fade.
    const title = await screen.findByText('Failed to change the owner');
    const toast = within(title.closest('li') as HTMLElement);
    expect(toast.getByText('Here is why.')).toBeTruthy();
    expect(toast.queryByRole('button', { name: 'Try Again' })).toBeNull();
  },
);

test('a server that knows no owners shows neither owner nor note', async () => {
  serveAtLevel('specification');
  const { information } = await openPanel();
  await information.findByText('Participants');
  expect(information.queryByText('Owner')).toBeNull();
  expect(information.queryByText('Note')).toBeNull();
});

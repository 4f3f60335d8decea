import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account, maya, PAGE, sales } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { ACCOUNT, openPage, setUpAccount } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId } from '#test/samples.ts';

setUpAccount();
const LIST = 'GET /api/workspaces/{workspaceId}/accounts';
const MERGE = 'POST /api/accounts/{accountId}/merge';
const globex = {
  ...account,
  id: sampleId(),
  name: 'Globex',
  domain: 'globex.example',
  domains: ['globex.example', 'globex.io'],
  activityCount: 1,
  owner: { id: sampleId(), name: 'Olga Owner', email: 'olga@northwind.example' },
  note: 'Renews in March',
};

/** Both accounts can be found; returns the merges that were requested. */
function serveBoth(): unknown[] {
  const merges: unknown[] = [];
  mockEndpoint(ACCOUNT, ({ params }) => ({
    workspaceAccount: params['accountId'] === globex.id ? globex : account,
  }));
  mockEndpoint(LIST, () => ({ accounts: [account, globex] as never }));
  mockEndpoint(MERGE, ({ params, body }) => {
    merges.push([params['accountId'], body]);
    return {};
  });
  return merges;
}

async function openDialog() {
  const opened = openPage();
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: `Actions for ${account.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge...' }));
  return {
    ...opened,
    dialog: within(await screen.findByRole('dialog', { name: 'Merge Accounts' })),
  };
}

test('another account is found, the merge is shown before, and leads to the one that stays', async () => {
  const merges = serveBoth();
  const { user, dialog, address } = await openDialog();
  expect(dialog.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  expect(await dialog.findAllByRole('radio')).toHaveLength(1);
  await expectAccessible();
  await user.click(dialog.getByRole('radio', { name: /Globex/ }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  const stays = await dialog.findByRole('radio', { name: /Globex ?globex.example, 1 activity/ });
  expect(stays).toHaveProperty('checked', true);
  expect(document.activeElement).toBe(stays);
  const preview = dialog.getByRole('region', { name: 'After merging' });
  expect(preview.textContent).toContain(
    'Globex has the domains globex.example, globex.io, acme.example.',
  );
  expect(preview.textContent).toContain('Olga Owner stays its owner.');
  expect(preview.textContent).not.toContain('note');
  expect(dialog.getByText('Merging cannot be undone.')).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Merge Accounts' }));
  await screen.findByText('Acme was merged into Globex');
  expect(merges).toEqual([[account.id, { intoAccountId: globex.id }]]);
  await waitFor(() => expect(address()).toBe(`/northwind/sales/accounts/${globex.id}`));
});

test('the account of the page can stay, with the owner and the note of the other', async () => {
  const merges = serveBoth();
  const { user, dialog, address } = await openDialog();
  await user.click(await dialog.findByRole('radio', { name: /Globex/ }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.click(await dialog.findByRole('radio', { name: /Acme/ }));
  const preview = dialog.getByRole('region', { name: 'After merging' });
  expect(preview.textContent).toContain('Olga Owner becomes its owner.');
  expect(preview.textContent).toContain('It has the note of Globex.');
  expect(preview.textContent).toContain('Links to it lead to Acme.');
  await user.click(dialog.getByRole('button', { name: 'Merge Accounts' }));
  await screen.findByText('Globex was merged into Acme');
  expect(merges).toEqual([[globex.id, { intoAccountId: account.id }]]);
  expect(address()).toContain(account.id);
});

test('a refused merge says why, and another account can be chosen', async () => {
  serveBoth();
  const message = 'An account can have at most 20 domains, and these two have 21 together.';
  mockEndpoint(MERGE, () => failure('LIMIT_REACHED', message));
  const { user, dialog } = await openDialog();
  await user.click(await dialog.findByRole('radio', { name: /Globex/ }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.click(await dialog.findByRole('button', { name: 'Merge Accounts' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  expect(await dialog.findByRole('searchbox', { name: /^Account/ })).toBeTruthy();
});

test('a domain of another account offers to merge with that account', async () => {
  const merges = serveBoth();
  mockEndpoint('POST /api/accounts/{accountId}/domains', () =>
    failure('CONFLICT', 'globex.example belongs to the account “Globex”.', {
      accountId: globex.id,
      name: globex.name,
    }),
  );
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Add domain' }));
  const adding = within(await screen.findByRole('dialog', { name: 'Add Domain' }));
  await user.type(adding.getByRole('textbox', { name: /^Domain/ }), 'globex.example');
  await user.click(adding.getByRole('button', { name: 'Add Domain' }));
  await user.click(await adding.findByRole('button', { name: 'Merge with Globex...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Accounts' }));
  expect(await dialog.findByRole('radio', { name: /Globex/ })).toHaveProperty('checked', true);
  await user.click(dialog.getByRole('button', { name: 'Merge Accounts' }));
  await waitFor(() => expect(merges).toHaveLength(1));
});

test('a deleted account whose domain another one has is merged into that one', async () => {
  const merged: unknown[] = [];
  const deleted = {
    id: sampleId(),
    name: 'Acme Labs',
    domain: 'acme.example',
    deletedBy: null,
    deletedAt: '2026-11-20T09:00:00.000Z',
    restorableUntil: '2026-12-20T14:00:00.000Z',
    shares: 0,
  };
  mockEndpoint('GET /api/workspaces/{workspaceId}/deleted-accounts', () => ({
    accounts: merged.length === 0 ? [deleted] : [],
  }));
  mockEndpoint('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', () =>
    failure('CONFLICT', 'The workspace has a newer account.', {
      accountId: account.id,
      name: account.name,
    }),
  );
  mockEndpoint(
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge',
    ({ params, body }) => {
      merged.push([params['accountId'], body]);
      return {};
    },
  );
  const { user } = renderApp('/northwind/sales/deleted-accounts', {
    as: maya,
    workspaces: [sales],
  });
  await user.click(await screen.findByRole('button', { name: 'Restore Acme Labs' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Merge Acme Labs into Acme?' }),
  );
  await expectAccessible();
  await user.click(question.getByRole('button', { name: 'Merge Accounts' }));
  await screen.findByText('Nothing was deleted');
  expect(merged).toEqual([[deleted.id, { intoAccountId: account.id }]]);
});

const gone = sampleId();
const serveGone = () => {
  mockEndpoint(ACCOUNT, ({ params }) =>
    params['accountId'] === gone
      ? failure('NOT_FOUND', 'Account not found')
      : { workspaceAccount: account },
  );
};

test('the address of a merged account leads to the one that it was merged into', async () => {
  serveGone();
  mockEndpoint('GET /api/accounts/{accountId}/merged-into', () => ({ accountId: account.id }));
  const { address } = renderApp(PAGE.replace(account.id, gone), { as: maya, workspaces: [sales] });
  await screen.findByRole('heading', { name: account.name });
  expect(address()).toBe(PAGE);
  expect(await screen.findByText('The account you opened was merged into this one')).toBeTruthy();
});

test('an account that was merged nowhere is not found', async () => {
  serveGone();
  mockEndpoint('GET /api/accounts/{accountId}/merged-into', () =>
    failure('NOT_FOUND', 'Account not found'),
  );
  renderApp(PAGE.replace(account.id, gone), { as: maya, workspaces: [sales] });
  expect(await screen.findByRole('heading', { name: 'Account Not Found' })).toBeTruthy();
});

test('a server that merges no accounts is not asked where one went', async () => {
  serveAtLevel('specification');
  serveGone();
  renderApp(PAGE.replace(account.id, gone), { as: maya, workspaces: [sales] });
  expect(await screen.findByRole('heading', { name: 'Account Not Found' })).toBeTruthy();
});

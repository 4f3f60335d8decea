import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { ACCOUNT, openPage, panel, setUpAccount } from '#test/open-account.ts';

setUpAccount();
const ADD = 'POST /api/accounts/{accountId}/domains';
const REMOVE = 'DELETE /api/accounts/{accountId}/domains/{domain}';
const PRIMARY = 'PUT /api/accounts/{accountId}/primary-domain';

/** The page of an account whose domains change as the server says. */
async function openWith(domains: string[]) {
  const stored = [...domains];
  mockEndpoint(ACCOUNT, () => ({
    workspaceAccount: { ...account, domain: stored[0] ?? '', domains: stored },
  }));
  const opened = openPage();
  const information = within(await panel('Account Information'));
  const list = await information.findByRole('list', { name: `Other domains of ${account.name}` });
  const shown = () =>
    within(list)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent);
  return { ...opened, stored, information, shown };
}

test('a domain is checked, added and listed', async () => {
  const { user, stored, information, shown } = await openWith(['acme.example']);
  mockEndpoint(ADD, ({ body }) => {
    const { domain } = body as { domain: string };
    if (domain === 'taken.example') {
      return failure('CONFLICT', 'taken.example belongs to the account “Taken”.');
    }
    stored.push(domain);
    return {};
  });
  expect(shown()).toEqual([]);
  await user.click(information.getByRole('button', { name: 'Add domain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Domain' }));
  await expectAccessible();
  const field = dialog.getByRole('textbox', { name: /^Domain/ });
  await user.type(field, 'gmail.com{Enter}');
  expect(await dialog.findByText('Cannot import common email providers')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'taken.example{Enter}');
  expect(await dialog.findByText('taken.example belongs to the account “Taken”.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'acme.co.uk{Enter}');
  await waitFor(() => expect(shown()).toEqual(['acme.co.uk']));
});

test('a domain is made primary, and another one removed after saying what goes', async () => {
  const { user, stored, information, shown } = await openWith(['acme.example', 'acme.co.uk']);
  mockEndpoint(PRIMARY, ({ body }) => {
    stored.splice(0, 2, (body as { domain: string }).domain, 'acme.example');
    return {};
  });
  mockEndpoint(REMOVE, ({ params }) => {
    stored.splice(stored.indexOf(params['domain'] ?? ''), 1);
    return {};
  });
  expect(information.queryByRole('button', { name: 'Actions for acme.example' })).toBeNull();
  await user.click(information.getByRole('button', { name: 'Actions for acme.co.uk' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make Primary' }));
  await waitFor(() => expect(shown()).toEqual(['acme.example']));
  expect(information.getByText('acme.co.uk')).toBeTruthy();
  await user.click(information.getByRole('button', { name: 'Actions for acme.example' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove...' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove acme.example?' });
  expect(dialog.textContent).toContain('stay with the people who captured them');
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Remove Domain' }));
  await waitFor(() => expect(shown()).toEqual([]));
});

test('a server whose accounts have one domain shows none of it', async () => {
  serveAtLevel('specification');
  openPage();
  const information = within(await panel('Account Information'));
  await information.findByText('Participants');
  expect(information.queryByText('Other Domains')).toBeNull();
});

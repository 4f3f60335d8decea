import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { account, maya, PAGE, sales } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { ACCOUNT, setUpAccount } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';

setUpAccount();
const PATH = '/api/workspaces/{workspaceId}/accounts/{accountId}/hold';
const heldAt = '2026-11-01T09:00:00.000Z';

let isHeld: boolean;
let sent: unknown[];
beforeEach(() => {
  isHeld = false;
  sent = [];
  mockEndpoint(ACCOUNT, () => ({
    workspaceAccount: { ...account, ...(isHeld && { heldSince: heldAt }) },
  }));
  mockEndpoint(`GET ${PATH}`, () => ({
    legalHold: { reason: 'Lawsuit 7', heldBy: 'Olga', heldAt },
  }));
  mockEndpoint(`PUT ${PATH}`, ({ body }) => {
    sent.push(body);
    isHeld = true;
    return { legalHold: { reason: 'Lawsuit 7', heldBy: 'Olga', heldAt } };
  });
  mockEndpoint(`DELETE ${PATH}`, () => {
    isHeld = false;
    return {};
  });
});

async function openMenu(role: 'owner' | 'member' = 'owner') {
  const { user } = renderApp(PAGE, { as: maya, workspaces: [{ ...sales, role }] });
  await user.click(await screen.findByRole('button', { name: `Actions for ${account.name}` }));
  await screen.findByRole('menuitem', { name: 'Rename...' });
  return user;
}
const choose = () => screen.findByRole('menuitem', { name: 'Legal Hold...' });

test('an owner places a hold with a reason, and lifts it', async () => {
  const user = await openMenu();
  await user.click(await choose());
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Place Hold' }));
  expect(await dialog.findByText('Please enter a reason')).toBeDefined();
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), ' Lawsuit 7 ');
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Place Hold' }));
  expect(await screen.findByText('Legal Hold')).toBeDefined();
  expect(sent).toEqual([{ reason: 'Lawsuit 7' }]);
  await user.click(screen.getByRole('button', { name: `Actions for ${account.name}` }));
  await user.click(await choose());
  const lifting = within(await screen.findByRole('alertdialog'));
  expect(await lifting.findByText('Lawsuit 7')).toBeDefined();
  expect(lifting.getByText(/, by Olga$/)).toBeDefined();
  await expectAccessible();
  await user.click(lifting.getByRole('button', { name: 'Lift Hold' }));
  await waitFor(() => expect(screen.queryByText('Legal Hold')).toBeNull());
});

test('a member sees that there is a hold, and cannot change it', async () => {
  isHeld = true;
  await openMenu('member');
  expect(screen.getByText('Legal Hold')).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Legal Hold...' })).toBeNull();
});

test('what fails is said', async () => {
  mockEndpoint(`PUT ${PATH}`, () => failure('LIMIT_REACHED', 'Too many accounts are held'));
  const user = await openMenu();
  await user.click(await choose());
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Lawsuit');
  await user.click(dialog.getByRole('button', { name: 'Place Hold' }));
  expect(await dialog.findByText(/Too many accounts are held/)).toBeDefined();
});

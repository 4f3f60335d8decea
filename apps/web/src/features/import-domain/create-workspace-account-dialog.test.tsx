import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { sampleId } from '#test/samples.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { CreateWorkspaceAccountDialog } from './create-workspace-account-dialog.tsx';

const sales = { id: sampleId(), name: 'Sales' };

/** Opens the dialog as sharing acme.example does. */
function open() {
  const onCreated = vi.fn<() => void>();
  function Page() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <QueryClientProvider client={createQueryClient()}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <CreateWorkspaceAccountDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          domain="acme.example"
          workspace={sales}
          onCreated={onCreated}
        />
      </QueryClientProvider>
    );
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Page /> }])} />);
  const user = userEvent.setup();
  return {
    user,
    onCreated,
    name: () => screen.findByRole('textbox', { name: /Account Name/ }),
    type: async (text: string) =>
      user.type(await screen.findByRole('textbox', { name: /Account Name/ }), text),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
  };
}

const created = () =>
  ({
    results: [
      {
        domain: { id: sampleId(), domain: 'acme.example', addedAt: '2026-01-05T12:00:00.000Z' },
        workspaceAccount: { id: sampleId(), name: 'Acme Inc.' },
      },
    ],
  }) as never;

test('says why, creates the account under the trimmed name, and confirms it', async () => {
  const bodies: unknown[] = [];
  mockEndpoint('POST /api/accounts/import', ({ body }) => {
    bodies.push(body);
    return created();
  });
  const { type, press, onCreated } = open();
  const dialog = await screen.findByRole('dialog', {
    name: 'Create Workspace Account',
    description: /Sales has no account for acme\.example yet/,
  });
  expect(within(dialog).getAllByRole('textbox')).toHaveLength(1);
  await type(' Acme Inc. ');
  await press('Create Account');
  expect(await screen.findByRole('dialog', { name: 'Import Successful' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toMatch(/Acme Inc\..*created.*acme\.example/);
  expect(bodies).toEqual([
    { domains: ['acme.example'], source: 'manual', workspaceId: sales.id, name: 'Acme Inc.' },
  ]);
  expect(onCreated).not.toHaveBeenCalled();
  await press('Done');
  expect(onCreated).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Open');
  expect(await screen.findByRole('dialog', { name: 'Create Workspace Account' })).toBeDefined();
});

test('closing the success view in another way reports the account too', async () => {
  mockEndpoint('POST /api/accounts/import', created);
  const { user, type, press, onCreated } = open();
  await type('Acme');
  await press('Create Account');
  await screen.findByRole('dialog', { name: 'Import Successful' });
  await user.keyboard('{Escape}');
  expect(onCreated).toHaveBeenCalledOnce();
});

test('an account needs a name', async () => {
  const { type, press, name } = open();
  const create = await screen.findByRole('button', { name: 'Create Account' });
  expect(create).toHaveProperty('disabled', true);
  await type('  ');
  await press('Create Account');
  expect(await screen.findByText('Account name is required')).toBeDefined();
  expect((await name()).getAttribute('aria-invalid')).toBe('true');
  // Typing takes it back.
  await type('A');
  expect(screen.queryByText('Account name is required')).toBeNull();
});

test.each<[string, () => Response, string]>([
  ['a refusal', () => failure('FORBIDDEN', 'You may not add accounts'), 'You may not add accounts'],
  ['a broken connection', brokenConnection, 'Failed to create workspace account'],
  [
    'no JSON',
    () => new Response('<h1>no</h1>', { status: 502 }),
    'Failed to create workspace account',
  ],
  [
    'a response of another shape',
    () => Response.json({ success: true, data: {} }),
    'Failed to create workspace account',
  ],
])(
  'after %s a banner is shown above the form, and it can be sent again',
  async (_, response, said) => {
    mockEndpoint('POST /api/accounts/import', response);
    const { type, press } = open();
    await type('Acme');
    await press('Create Account');
    const dialog = await screen.findByRole('dialog', { name: 'Create Workspace Account' });
    expect(await within(dialog).findByRole('alert')).toHaveProperty('textContent', said);
    mockEndpoint('POST /api/accounts/import', created);
    await press('Create Account');
    expect(await screen.findByRole('dialog', { name: 'Import Successful' })).toBeDefined();
  },
);

test('two presses at once send one request', async () => {
  let requests = 0;
  mockEndpoint('POST /api/accounts/import', () => {
    requests += 1;
    return created();
  });
  const { type, name } = open();
  await type('Acme');
  const form = (await name()).closest('form') as HTMLFormElement;
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  await screen.findByRole('dialog', { name: 'Import Successful' });
  expect(requests).toBe(1);
});

test('while it is sent nothing can be changed and nothing closes it', async () => {
  mockEndpoint('POST /api/accounts/import', neverResponds);
  const { user, type, press, name } = open();
  await type('Acme');
  await press('Create Account');
  await waitFor(async () => expect(await name()).toHaveProperty('disabled', true));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Create Workspace Account' })).toBeDefined();
});

test('closing forgets what was typed and what went wrong', async () => {
  mockEndpoint('POST /api/accounts/import', () => failure('CONFLICT', 'It already exists'));
  const { user, type, press, name, onCreated } = open();
  await type('Acme');
  await press('Create Account');
  await screen.findByText('It already exists');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onCreated).not.toHaveBeenCalled();
  await press('Open');
  expect(await name()).toHaveProperty('value', '');
  expect(screen.queryByText('It already exists')).toBeNull();
});

import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { AuthProvider } from '#lib/session/auth-provider.tsx';
import { startSession } from '#lib/session/session-store.ts';
import { ImportDomainDialog } from './import-domain-dialog.tsx';

const sales = sampleWorkspace('Sales');

/** Opens the dialog from a button, as its pages do. */
function open(workspace?: typeof sales) {
  const onImported = vi.fn<() => void>();
  function Page() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <QueryClientProvider client={createQueryClient()}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <ImportDomainDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          workspace={workspace}
          onImported={onImported}
        />
      </QueryClientProvider>
    );
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  const user = userEvent.setup();
  const field = (label: string) => screen.findByRole('textbox', { name: new RegExp(label) });
  return {
    user,
    onImported,
    field,
    type: async (label: string, text: string) => user.type(await field(label), text),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    address: () => router.state.location.pathname,
  };
}

const result = (addedSecondsAgo: number, account?: string) => ({
  results: [
    {
      domain: {
        id: sampleId(),
        domain: 'acme.example',
        addedAt: new Date(Date.now() - addedSecondsAgo * 1_000).toISOString(),
      },
      ...(account !== undefined && {
        workspaceAccount: { id: sampleId(), name: account },
      }),
    },
  ],
});

const reply = (given: object) =>
  mockEndpoint('POST /api/accounts/import', () => given as ReturnType<typeof result> as never);

test('in a workspace it makes an account, under the trimmed name, and says so', async () => {
  const bodies: unknown[] = [];
  mockEndpoint('POST /api/accounts/import', ({ body }) => {
    bodies.push(body);
    return result(0, 'Acme Inc.') as never;
  });
  const { type, press, onImported } = open(sales);
  expect(await screen.findByRole('dialog', { name: 'New Account' })).toBeDefined();
  await type('Domain', ' ACME.example ');
  await type('Account Name', ' Acme Inc. ');
  await press('Create Account');
  expect(await screen.findByRole('dialog', { name: 'Import Successful' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toMatch(/Acme Inc\..*created.*acme\.example/);
  expect(bodies).toEqual([
    { domains: ['acme.example'], source: 'manual', workspaceId: sales.id, name: 'Acme Inc.' },
  ]);
  expect(onImported).not.toHaveBeenCalled();
  await press('Done');
  expect(onImported).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['https://www.ACME.example/contact?a=b', 'Jo Doe <jo@acme.example>', 'acme.example./'])(
  '%s is taken for the domain in it',
  async (pasted) => {
    const bodies: unknown[] = [];
    mockEndpoint('POST /api/accounts/import', ({ body }) => {
      bodies.push(body);
      return result(0) as never;
    });
    const { type, press } = open();
    await type('Domain', pasted);
    await press('Add Domain');
    await screen.findByRole('dialog', { name: 'Import Successful' });
    expect(bodies).toEqual([{ domains: ['acme.example'], source: 'manual' }]);
  },
);

test('a server of the specification alone has the rules of the specification', async () => {
  serveAtLevel('specification');
  const { type, press } = open();
  await type('Domain', 'https://acme.example/');
  await press('Add Domain');
  expect(await screen.findByText('Please enter a valid domain')).toBeDefined();
});

test('a newly tracked domain is reported as such', async () => {
  reply(result(2));
  const { type, press } = open();
  expect(await screen.findByRole('dialog', { name: 'New Domain' })).toBeDefined();
  expect(screen.queryByRole('textbox', { name: /Account Name/ })).toBeNull();
  await type('Domain', 'acme.example');
  await press('Add Domain');
  expect(await screen.findByText('Successfully tracking acme.example.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Import Preferences' })).toBeNull();
});

test('one that was tracked already is reported, with how to share it', async () => {
  reply(result(60));
  const { user, type, press, address } = open();
  await type('Domain', 'acme.example');
  await press('Add Domain');
  expect(await screen.findByText("You're already tracking acme.example")).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Import Preferences' }));
  await waitFor(() => expect(address()).toBe('/import-preferences'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['acme', 'Please enter a valid domain'],
  ['.acme.example', 'Please enter a valid domain'],
  ['acme.e', 'Please enter a valid domain'],
  ['GMAIL.com', 'Cannot import common email providers'],
  ['   ', 'Domain is required'],
])('%j is refused under the field', async (domain, message) => {
  const { type, press, field } = open();
  await type('Domain', domain);
  await press('Add Domain');
  const input = await field('Domain');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(message)).toBeDefined();
});

test('an account needs a name', async () => {
  const { type, press } = open(sales);
  await type('Domain', 'acme.example');
  const create = await screen.findByRole('button', { name: 'Create Account' });
  expect(create).toHaveProperty('disabled', true);
  await type('Account Name', '  ');
  await press('Create Account');
  expect(
    await screen.findByText('Account Name is required when adding to workspace'),
  ).toBeDefined();
});

test.each([
  ['\u200b', 'Account Name is required when adding to workspace'],
  ['\u202emcA', 'Account Name must be one line of text'],
  ['x'.repeat(201), 'Account Name must be at most 200 characters'],
])('a name that cannot be one is refused before it is sent: %j', async (name, message) => {
  const { type, press, field } = open(sales);
  await type('Domain', 'acme.example');
  fireEvent.change(await field('Account Name'), { target: { value: name } });
  await press('Create Account');
  expect(await screen.findByText(message)).toBeDefined();
  expect(await field('Account Name')).toHaveProperty('value', name);
});

test('who is about to track their own domain is warned, and may', async () => {
  startSession('token', sampleUser({ email: 'maya@mail.northwind.example' }));
  reply(result(0, 'Us'));
  const { type, press, field } = open(sales);
  await type('Account Name', 'Us');
  await type('Domain', 'wind.example');
  const hint = /your own domain.* would be shared with Sales/;
  expect(screen.queryByText(hint)).toBeNull();
  fireEvent.change(await field('Domain'), { target: { value: ' NorthWind.example' } });
  expect(await screen.findByText(hint)).toBeDefined();
  await press('Create Account');
  expect(await screen.findByText(/The workspace account Us was created/)).toBeDefined();
});

test.each([
  'An account for acme.example already exists',
  'Invalid domain: acme.example',
  'Cannot import acme.example',
])('what the server says of the domain is shown under its field: %s', async (message) => {
  mockEndpoint('POST /api/accounts/import', () => failure('CONFLICT', message));
  const { type, press, field } = open();
  await type('Domain', 'acme.example');
  await press('Add Domain');
  expect(await screen.findByText(message)).toBeDefined();
  expect((await field('Domain')).getAttribute('aria-invalid')).toBe('true');
  // Typing takes it back.
  await type('Domain', 's');
  expect(screen.queryByText(message)).toBeNull();
});

test.each<[string, () => Response, string]>([
  ['a refusal', () => failure('FORBIDDEN', 'You may not add accounts'), 'You may not add accounts'],
  ['a broken connection', brokenConnection, 'Failed to import domain'],
  ['no JSON', () => new Response('<h1>no</h1>', { status: 502 }), 'Failed to import domain'],
])('after %s a banner is shown above the form', async (_what, response, message) => {
  mockEndpoint('POST /api/accounts/import', response);
  const { type, press, field } = open();
  await type('Domain', 'acme.example');
  await press('Add Domain');
  const dialog = await screen.findByRole('dialog', { name: 'New Domain' });
  expect(await within(dialog).findByRole('alert')).toHaveProperty('textContent', message);
  expect((await field('Domain')).getAttribute('aria-invalid')).not.toBe('true');
});

test.each([[sales], [undefined]])(
  'two presses at once send one request (in %o)',
  async (workspace) => {
    let requests = 0;
    mockEndpoint('POST /api/accounts/import', () => {
      requests += 1;
      return result(0) as never;
    });
    const { type, field } = open(workspace);
    await type('Domain', 'acme.example');
    if (workspace !== undefined) await type('Account Name', 'Acme');
    const form = (await field('Domain')).closest('form') as HTMLFormElement;
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    await screen.findByRole('dialog', { name: 'Import Successful' });
    expect(requests).toBe(1);
  },
);

test('while it is sent nothing can be changed', async () => {
  mockEndpoint('POST /api/accounts/import', neverResponds);
  const { type, press, field } = open(sales);
  await type('Domain', 'acme.example');
  await type('Account Name', 'Acme');
  await press('Create Account');
  await waitFor(async () => expect(await field('Domain')).toHaveProperty('disabled', true));
  expect(await field('Account Name')).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: /Create Account/ })).toHaveProperty('disabled', true);
});

test('closing forgets what was typed and what went wrong', async () => {
  mockEndpoint('POST /api/accounts/import', () => failure('CONFLICT', 'It already exists'));
  const { user, type, press, field } = open(sales);
  await type('Domain', 'acme.example');
  await type('Account Name', 'Acme');
  await press('Create Account');
  await screen.findByText('It already exists');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Open');
  expect(await field('Domain')).toHaveProperty('value', '');
  expect(await field('Account Name')).toHaveProperty('value', '');
  expect(screen.queryByText('It already exists')).toBeNull();
});

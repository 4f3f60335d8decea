import type { OpenedInvitation } from '@repo/contract/invitations';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { descriptionOf } from '#test/description-of.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';

const PATH = '/invitation?token=from-the-mail';
const sales = sampleWorkspace('Sales');
const invitee = sampleUser({ name: 'Nina New', email: 'nina@acme.example' });
const invitation: OpenedInvitation = {
  state: 'pending',
  email: invitee.email,
  role: 'member',
  invitedBy: 'Olga Owner',
  expiresAt: '2026-03-01T09:00:00.000Z',
  workspace: { name: 'Sales', slug: sales.slug, organization: sales.organization },
  account: 'none',
};

/** Sets the response to opening the link. */
function leadsTo(parts: Partial<OpenedInvitation>): void {
  mockEndpoint('POST /api/invitations/open', () => ({ invitation: { ...invitation, ...parts } }));
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (app: ReturnType<typeof renderApp>, name: string) =>
  app.user.click(await screen.findByRole('button', { name }));

test('sends the token in the body, and says who invites whom to what', async () => {
  let sent: unknown;
  mockEndpoint('POST /api/invitations/open', ({ body }) => {
    sent = body;
    return { invitation: { ...invitation, role: 'owner' as const } };
  });
  renderApp(PATH);
  await heading('Join Sales');
  expect(sent).toEqual({ token: 'from-the-mail' });
  expect(document.title).toBe('Invitation');
  expect(
    screen.getByText(
      'Olga Owner invites nina@acme.example to the workspace Sales of Northwind, as an owner.',
    ),
  ).toBeTruthy();
});

test('says that it loads', async () => {
  mockEndpoint('POST /api/invitations/open', neverResponds);
  renderApp(PATH);
  expect(await screen.findByText('Loading invitation...')).toBeTruthy();
});

test.each<[string, () => Response, string]>([
  ['no response', brokenConnection, 'A network error occurred. Please try again.'],
  ['a limit', () => failure('RATE_LIMITED', 'Too many attempts.'), 'Too many attempts.'],
])('%s can be tried again', async (_, reply, message) => {
  mockEndpoint('POST /api/invitations/open', reply);
  const app = renderApp(PATH);
  const alert = await screen.findByRole('alert', {}, { timeout: 5_000 });
  expect(alert.textContent).toContain(message);
  leadsTo({});
  await press(app, 'Try Again');
  await heading('Join Sales');
});

test('a link that the server does not know is said so', async () => {
  mockEndpoint('POST /api/invitations/open', () => failure('NOT_FOUND', 'Invitation not found'));
  renderApp(PATH);
  const title = await heading('Invitation not found');
  expect(document.activeElement).toBe(title);
});

test.each([
  ['expired', 'Invitation expired', 'Ask Olga Owner to send it again.'],
  ['withdrawn', 'Invitation withdrawn', 'was withdrawn'],
  ['declined', 'Invitation declined', 'You are not a member of Sales.'],
] as const)('one that is %s offers nothing to press', async (state, title, text) => {
  leadsTo({ state, account: null });
  renderApp(PATH, { as: invitee });
  const outcome = await heading(title);
  expect(document.activeElement).toBe(outcome);
  expect(screen.getByText(new RegExp(text))).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('one that was accepted leads to the workspace', async () => {
  leadsTo({ state: 'accepted', account: null });
  const app = renderApp(PATH, { as: invitee, workspaces: [sales] });
  await app.user.click(await screen.findByRole('link', { name: 'Open Sales' }));
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/accounts'));
});

test('a deactivated user is told to contact an administrator', async () => {
  leadsTo({ account: 'inactive' });
  renderApp(PATH);
  expect(await screen.findByText(/The account of nina@acme.example is deactivated/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a new user enters name and password, and joins the workspace', async () => {
  leadsTo({});
  let sent: unknown;
  mockEndpoint('POST /api/invitations/register', ({ body }) => {
    sent = body;
    return { token: 'fresh', user: invitee };
  });
  mockEndpoint('GET /api/auth/me', () => ({ user: invitee }));
  const app = renderApp(PATH, { workspaces: [sales] });
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(invitee.email);
  await press(app, 'Create Account and Join');
  const name = screen.getByLabelText(/^Name/);
  const password = screen.getByLabelText(/^Password/);
  expect(descriptionOf(name)).toBe('Name is required');
  expect(descriptionOf(password)).toBe('Password is required');
  expect(document.activeElement).toBe(name);
  await app.user.type(name, 'Nina New');
  await app.user.type(password, 'short{Enter}');
  expect(descriptionOf(password)).toBe('Password must be at least 6 characters');
  await app.user.type(password, ' no more{Enter}');
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/accounts'));
  expect(sent).toEqual({ token: 'from-the-mail', name: 'Nina New', password: 'short no more' });
  expect(localStorage.getItem('auth_token')).toBe('fresh');
});

test('a failed registration keeps the input', async () => {
  leadsTo({});
  mockEndpoint('POST /api/invitations/register', brokenConnection);
  const app = renderApp(PATH);
  await app.user.type(await screen.findByLabelText(/^Name/), 'Nina');
  await app.user.type(screen.getByLabelText(/^Password/), 'long enough{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('A network error occurred.');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Nina');
});

test('an invitation that ended while the form was filled in shows what it is now', async () => {
  leadsTo({});
  const app = renderApp(PATH);
  await app.user.type(await screen.findByLabelText(/^Name/), 'Nina');
  mockEndpoint('POST /api/invitations/register', () => {
    leadsTo({ state: 'withdrawn', account: null });
    return failure('CONFLICT', 'The invitation was withdrawn');
  });
  await app.user.type(screen.getByLabelText(/^Password/), 'long enough{Enter}');
  expect(await heading('Invitation withdrawn')).toBeTruthy();
});

test('an existing user signs in with that address and returns', async () => {
  leadsTo({ account: 'active' });
  const app = renderApp(PATH, { workspaces: [sales] });
  await app.user.click(await screen.findByRole('link', { name: 'Sign In' }));
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe(invitee.email);
  mockEndpoint('POST /api/auth/login', () => ({ token: 'fresh', user: invitee }));
  mockEndpoint('GET /api/auth/me', () => ({ user: invitee }));
  await app.user.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
  await waitFor(() => expect(app.address()).toBe(PATH));
  let sent: unknown;
  mockEndpoint('POST /api/invitations/accept', ({ body }) => {
    sent = body;
    return {};
  });
  await press(app, 'Accept Invitation');
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/accounts'));
  expect(sent).toEqual({ token: 'from-the-mail' });
});

test('a session that is over leads to signing in', async () => {
  leadsTo({ account: 'active' });
  const app = renderApp(PATH, { as: invitee });
  mockEndpoint('POST /api/invitations/accept', () => {
    mockEndpoint('GET /api/auth/me', () => failure('UNAUTHENTICATED', 'Not authenticated'));
    return failure('UNAUTHENTICATED', 'Not authenticated');
  });
  await press(app, 'Accept Invitation');
  await screen.findByRole('link', { name: 'Sign In' });
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('accepting that fails is said, and can be tried again', async () => {
  leadsTo({ account: 'active' });
  const app = renderApp(PATH, { as: invitee, workspaces: [sales] });
  mockEndpoint('POST /api/invitations/accept', brokenConnection);
  await press(app, 'Accept Invitation');
  expect((await screen.findByRole('alert')).textContent).toContain('A network error occurred.');
  mockEndpoint('POST /api/invitations/accept', () => ({}));
  await press(app, 'Accept Invitation');
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/accounts'));
});

test('signed in as another user: says so, and switches to the invited account', async () => {
  leadsTo({ account: 'active' });
  mockEndpoint('POST /api/auth/logout', () => ({}));
  const app = renderApp(PATH, { as: sampleUser() });
  await screen.findByText(
    'This invitation is for nina@acme.example. You are signed in as maya@northwind.example.',
  );
  expect(screen.queryByRole('button', { name: 'Accept Invitation' })).toBeNull();
  await press(app, 'Sign Out and Switch Account');
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe(invitee.email);
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('signed in as another user, invited without an account: switches to the registration form', async () => {
  leadsTo({});
  mockEndpoint('POST /api/auth/logout', () => ({}));
  const app = renderApp(PATH, { as: sampleUser() });
  await press(app, 'Sign Out and Continue');
  await screen.findByRole('button', { name: 'Create Account and Join' });
  expect(app.address()).toBe(PATH);
});

test('declining needs a confirmation, and no account', async () => {
  leadsTo({});
  let sent: unknown;
  mockEndpoint('POST /api/invitations/decline', ({ body }) => {
    sent = body;
    leadsTo({ state: 'declined', account: null });
    return {};
  });
  const app = renderApp(PATH);
  await press(app, 'Decline Invitation');
  const dialog = await screen.findByRole('alertdialog', { name: 'Decline this invitation?' });
  expect(sent).toBeUndefined();
  await app.user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  await heading('Invitation declined');
  expect(sent).toEqual({ token: 'from-the-mail' });
});

test('there is no such page where the server offers no members', async () => {
  serveAtLevel('specification');
  renderApp(PATH);
  expect(await heading('Page Not Found')).toBeTruthy();
});

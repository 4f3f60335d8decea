import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession } from '#lib/session/session-store.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const ann = sampleUser({ email: 'ann@acme.example' });
const begun = { verifier: 'v'.repeat(43), origin: '/northwind/sales/people' };
let sent: unknown;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sent = undefined;
  vi.stubGlobal('isSecureContext', true);
  mockEndpoint('GET /api/auth/sso', () => ({ isOffered: true }));
  mockEndpoint('GET /api/auth/me', () => ({ user: ann }));
});
afterEach(() => vi.unstubAllGlobals());

const company = () => screen.findByRole('button', { name: 'Sign in with your company' });
const open = (path: string) => renderApp(path, { workspaces: [sampleWorkspace('Sales')] });

test('is offered where the server says so, with the address that was typed', async () => {
  const { user } = open('/login');
  await user.type(await screen.findByLabelText('Email'), 'ann@acme.example');
  await user.click(await company());
  expect(await screen.findByLabelText<HTMLInputElement>('Work email')).toHaveProperty(
    'value',
    'ann@acme.example',
  );
  await expectAccessible();
  await user.clear(screen.getByLabelText('Work email'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Enter your work email')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Sign in with your password' }));
  expect(await screen.findByLabelText('Password')).toBeDefined();
});

test('a server that offers no more than the specification is not asked', async () => {
  serveAtLevel('specification');
  open('/login#sso-problem=busy');
  expect(await screen.findByLabelText('Password')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sign in with your company' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the code of a sign-in starts the session of the tab that began it, on the page it left', async () => {
  sessionStorage.setItem('company_sign_in', JSON.stringify(begun));
  mockEndpoint('POST /api/auth/sso/exchange', ({ body }) => {
    sent = body;
    return { token: 'fresh-token', user: ann };
  });
  const { address } = open('/login#sso=the-code');
  await waitFor(() => expect(address()).toBe('/northwind/sales/people'));
  expect(sent).toMatchObject({ code: 'the-code', verifier: begun.verifier });
  expect(localStorage.getItem('auth_token')).toBe('fresh-token');
});

test('a code that is refused leads back to the form, and is out of the address', async () => {
  mockEndpoint('POST /api/auth/sso/exchange', () => failure('UNAUTHENTICATED', 'Expired'));
  const { address } = open('/login#sso=the-code');
  expect((await screen.findByRole('alert')).textContent).toContain('expired');
  expect(address()).toBe('/login');
});

test('what went wrong at the company is said, and nothing that is not known', async () => {
  open('/login#sso-problem=no-account');
  expect((await screen.findByRole('alert')).textContent).toContain('no account here yet');
  await expectAccessible();
});

test('a text in the address is not shown', async () => {
  open('/login#sso-problem=Call+this+number');
  expect(await screen.findByLabelText('Password')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the account is connected after the password was entered once', async () => {
  sessionStorage.setItem('company_sign_in', JSON.stringify(begun));
  mockEndpoint('POST /api/auth/login', () => ({ token: 'fresh-token', user: ann }));
  mockEndpoint('POST /api/auth/sso/link', ({ body, headers }) => {
    sent = { body, as: headers.get('authorization') };
    return {};
  });
  const { user, address } = open('/login#sso-link=the-code');
  expect((await screen.findByRole('status')).textContent).toContain('once more');
  await user.type(screen.getByLabelText('Email'), 'ann@acme.example');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(address()).toBe('/northwind/sales/people'));
  expect(sent).toEqual({
    body: { code: 'the-code', verifier: begun.verifier },
    as: 'Bearer fresh-token',
  });
});

test('who is signed in comes back proven, on the page that was left', async () => {
  sessionStorage.setItem('company_sign_in', JSON.stringify(begun));
  mockEndpoint('POST /api/auth/sso/proof', ({ body }) => {
    sent = body;
    return {};
  });
  const { address } = renderApp('/login#sso-proof=the-code', {
    as: ann,
    workspaces: [sampleWorkspace('Sales')],
  });
  await waitFor(() => expect(address()).toBe('/northwind/sales/people'));
  expect(sent).toEqual({ code: 'the-code', verifier: begun.verifier });
  expect(await screen.findByText('Confirmed. You can go on now')).toBeDefined();
});

test('who is signed in is told why nothing was confirmed', async () => {
  sessionStorage.setItem('company_sign_in', JSON.stringify(begun));
  const { address } = renderApp('/login#sso-problem=no-proof', {
    as: ann,
    workspaces: [sampleWorkspace('Sales')],
  });
  expect(await screen.findByText(/did not confirm that you have just signed in/)).toBeDefined();
  await waitFor(() => expect(address()).toBe('/northwind/sales/people'));
});

test('a user who signs out goes on at the company that had signed them in', async () => {
  open('/login');
  await screen.findByLabelText('Password');
  act(() => endSession({ signedOutHere: Promise.resolve({ data: { signOutToken: 'a-token' } }) }));
  // Kept for the way back; the test's browser goes nowhere.
  await waitFor(() => expect(sessionStorage.getItem('company_sign_out')).toMatch(/^[\w-]{43}$/));
});

test('a user who signs out of another session stays', async () => {
  open('/login');
  await screen.findByLabelText('Password');
  const answers = [{ data: {} }, { data: undefined }];
  for (const answer of answers) act(() => endSession({ signedOutHere: Promise.resolve(answer) }));
  await act(async () => {});
  expect(sessionStorage.getItem('company_sign_out')).toBeNull();
});

test('a user who comes back from signing out at the company is told so, once', async () => {
  sessionStorage.setItem('company_sign_out', 'the-state');
  const { address } = open('/login?state=the-state');
  expect((await screen.findByRole('status')).textContent).toContain('here and at your company');
  expect(address()).toBe('/login');
  expect(sessionStorage.getItem('company_sign_out')).toBeNull();
  await expectAccessible();
});

test('a state of another sign-out says nothing', async () => {
  sessionStorage.setItem('company_sign_out', 'the-state');
  open('/login?state=another');
  expect(await screen.findByLabelText('Password')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a company whose sign-out page cannot be reached is named as one that may go on', async () => {
  const { address } = open('/login#sso-sign-out=unreachable');
  expect((await screen.findByRole('status')).textContent).toContain('may still be signed in');
  expect(address()).toBe('/login');
});

test('the address that found no company is still in the form', async () => {
  const typed = { ...begun, email: 'ann@acme.example' };
  sessionStorage.setItem('company_sign_in', JSON.stringify(typed));
  open('/login#sso-problem=unknown-company');
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ann@acme.example');
  sessionStorage.clear();
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure } from '#test/api.ts';
import { descriptionOf } from '#test/description-of.ts';
import { renderApp } from '#test/render-app.tsx';

const email = () => screen.findByLabelText<HTMLInputElement>(/^Email/);

async function submit(address: string) {
  const app = renderApp('/request-password-reset');
  if (address !== '') await app.user.type(await email(), address);
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  return app;
}

test('sends the request and shows the same result for every address', async () => {
  let sent: unknown;
  mockEndpoint('POST /api/auth/request-password-reset', ({ body }) => {
    sent = body;
    return { message: 'Sent' };
  });
  const { user, address } = await submit(' maya@northwind.example');
  const title = await screen.findByRole('heading', { name: 'Password reset sent' });
  expect(document.activeElement).toBe(title);
  screen.getByText(
    "If a user account with your email exists, you'll receive an email containing further instructions for resetting your password.",
  );
  expect(sent).toEqual({ email: 'maya@northwind.example' });
  await user.click(screen.getByRole('link', { name: 'Back to login' }));
  await waitFor(() => expect(address()).toBe('/login'));
});

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['maya', 'Please enter a valid email address'],
  ['maya@northwind', 'Please enter a valid email address'],
  ['maya@@northwind.example', 'Please enter a valid email address'],
  ['ma ya@northwind.example', 'Please enter a valid email address'],
])('refuses %o', async (address, message) => {
  await submit(address);
  expect(descriptionOf(await email())).toBe(message);
  expect(document.activeElement).toBe(await email());
});

test("the server's message for a missing address is shown at the field", async () => {
  mockEndpoint('POST /api/auth/request-password-reset', () =>
    failure('VALIDATION_FAILED', 'Email is required'),
  );
  await submit('maya@northwind.example');
  await waitFor(async () => expect(descriptionOf(await email())).toBe('Email is required'));
});

test('what only the server finds wrong with an address is shown at the field', async () => {
  const message = 'Please enter a valid email address';
  mockEndpoint('POST /api/auth/request-password-reset', () =>
    failure('VALIDATION_FAILED', message, [{ field: 'email', message }]),
  );
  await submit('maya@northwind.x');
  await waitFor(async () => expect(descriptionOf(await email())).toBe(message));
  expect(document.activeElement).toBe(await email());
});

test.each<[string, () => Response, string]>([
  [
    'a fault of the server',
    () => failure('UNKNOWN_ERROR', 'Internal server error'),
    'Something went wrong on our end. Please try again in a moment.',
  ],
  ['another message', () => failure('RATE_LIMITED', 'Try again later.'), 'Try again later.'],
  ['no response', brokenConnection, 'A network error occurred. Please try again.'],
])('%s: shows a message above the form', async (_, reply, message) => {
  mockEndpoint('POST /api/auth/request-password-reset', reply);
  await submit('maya@northwind.example');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect((await email()).value).toBe('maya@northwind.example');
});

test('leads back', async () => {
  const { user, address } = renderApp('/request-password-reset');
  await user.click(await screen.findByRole('link', { name: 'Return to sign in' }));
  await waitFor(() => expect(address()).toBe('/login'));
});

import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { brokenConnection, failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';

const PATH = '/import-preferences/unsubscribe?token=from-the-mail';
const email = 'maya@northwind.example';
let isSubscribed: boolean;
let unsubscribed: string[];
beforeEach(() => {
  isSubscribed = true;
  unsubscribed = [];
  mockEndpoint('POST /api/notifications/open', () => ({
    kind: 'weekly-digest' as const,
    email,
    isSubscribed,
  }));
  mockEndpoint('POST /api/notifications/unsubscribe', ({ query }) => {
    unsubscribed.push(query['token'] ?? '');
    const wasSubscribed = isSubscribed;
    isSubscribed = false;
    return { kind: 'weekly-digest' as const, wasSubscribed };
  });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (app: ReturnType<typeof renderApp>, name: string) =>
  app.user.click(await screen.findByRole('button', { name }));

test('opening the link changes nothing; pressing the button does, without a session', async () => {
  const app = renderApp(PATH);
  await heading('Unsubscribe');
  expect(await screen.findByText(`Stop sending the weekly digest to ${email}?`)).toBeDefined();
  expect(unsubscribed).toEqual([]);
  await expectAccessible();
  await press(app, 'Unsubscribe');
  const outcome = await heading('Unsubscribed');
  expect(document.activeElement).toBe(outcome);
  expect(unsubscribed).toEqual(['from-the-mail']);
});

test('a link that was used already says so', async () => {
  isSubscribed = false;
  renderApp(PATH);
  await heading('Already unsubscribed');
  expect(screen.queryByRole('button')).toBeNull();
  expect(unsubscribed).toEqual([]);
});

test('a link that is used somewhere else in between says so as well', async () => {
  const app = renderApp(PATH);
  await screen.findByRole('button', { name: 'Unsubscribe' });
  isSubscribed = false;
  await press(app, 'Unsubscribe');
  expect(await heading('Already unsubscribed')).toBeDefined();
});

test('a link that the server does not know is said so', async () => {
  mockEndpoint('POST /api/notifications/open', () => failure('NOT_FOUND', 'Not found'));
  renderApp(PATH);
  const outcome = await heading('Link not valid');
  expect(document.activeElement).toBe(outcome);
});

test('what failed can be tried again', async () => {
  mockEndpoint('POST /api/notifications/open', () => failure('FORBIDDEN', 'Not now'));
  const app = renderApp(PATH);
  expect((await screen.findByRole('alert')).textContent).toContain('Not now');
  mockEndpoint('POST /api/notifications/open', () => ({
    kind: 'connection-problem' as const,
    email,
    isSubscribed,
  }));
  await press(app, 'Try Again');
  expect(
    await screen.findByText(`Stop sending emails about connection problems to ${email}?`),
  ).toBeDefined();
  mockEndpoint('POST /api/notifications/unsubscribe', brokenConnection);
  await press(app, 'Unsubscribe');
  expect(await screen.findByText('A network error occurred. Please try again.')).toBeDefined();
});

test('there is no such page where the server sends no emails', async () => {
  serveAtLevel('specification');
  renderApp(PATH);
  expect(await heading('Page Not Found')).toBeDefined();
});

import { configure, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#ui/feedback/toast.ts';
import { mockEndpoint, brokenConnection, failure } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

const RETURN = '/oauth/success?success=true&confirm=one-time-value&provider=gmail';
const CALLBACK = 'POST /api/integrations/{provider}/callback';

// As the application does: each effect runs twice.
beforeAll(() => configure({ reactStrictMode: true }));
afterAll(() => configure({ reactStrictMode: false }));
beforeEach(() =>
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] })),
);
const success = vi.spyOn(toast, 'success');
const failed = vi.spyOn(toast, 'error');
afterEach(() => {
  sessionStorage.clear();
  vi.clearAllMocks();
});

type Sent = { provider: string | undefined; body: unknown; authorization: string | null };

/** Records what is confirmed, and responds with `reply`. */
function recordConfirmations(reply: (sent: Sent) => Response | object = () => ({})): Sent[] {
  const all: Sent[] = [];
  mockEndpoint(CALLBACK, ({ params, body, headers }) => {
    const sent = {
      provider: params['provider'],
      body,
      authorization: headers.get('authorization'),
    };
    all.push(sent);
    return reply(sent);
  });
  return all;
}

const confirmed = {
  provider: 'gmail',
  body: { confirm: 'one-time-value' },
  authorization: 'Bearer token-of-the-test',
};

/** Every address that the application shows from now on. */
function watchAddresses(address: () => string): string[] {
  const seen = [address()];
  new MutationObserver(() => void (seen.at(-1) === address() || seen.push(address()))).observe(
    document.body,
    { childList: true, subtree: true },
  );
  return seen;
}

test('hands the value to the server once, with the session, and never shows it again', async () => {
  const sent = recordConfirmations();
  const { address } = renderApp(RETURN, { as: sampleUser() });
  const [first, ...later] = watchAddresses(address);
  expect(await screen.findByText('Processing...')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/integrations'));
  await waitFor(() =>
    expect(success.mock.calls).toEqual([['Gmail account successfully connected!']]),
  );
  expect(sent).toEqual([confirmed]);
  expect(first).toContain('one-time-value');
  expect(later.join(' ')).not.toContain('one-time-value');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('one-time-value');
});

test.each([
  ['a refusal', () => failure('CONFLICT', 'Someone else started this connection.')],
  ['a broken connection', brokenConnection],
])('%s is reported, and the value is not sent again', async (_, reply) => {
  const sent = recordConfirmations(reply);
  const { address } = renderApp(RETURN, { as: sampleUser() });
  await waitFor(() =>
    expect(failed.mock.calls).toEqual([['Gmail account was not connected', expect.anything()]]),
  );
  await waitFor(() => expect(address()).toBe('/integrations'));
  expect(success).not.toHaveBeenCalled();
  expect(sent).toHaveLength(1);
  expect(sessionStorage).toHaveLength(0);
});

async function signIn({ user }: ReturnType<typeof renderApp>, token: string): Promise<void> {
  const maya = sampleUser();
  mockEndpoint('POST /api/auth/login', () => ({ token, user: maya }));
  mockEndpoint('GET /api/auth/me', () => ({ user: maya }));
  mockEndpoint('GET /api/integrations/events', () => failure('NOT_FOUND', 'There is no such call'));
  await user.type(await screen.findByLabelText(/^Email/), maya.email);
  await user.type(await screen.findByLabelText(/^Password/), 'correct horse{Enter}');
}

test('continues after the user signed in', async () => {
  const sent = recordConfirmations();
  const app = renderApp(RETURN);
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(sent).toEqual([]);
  await signIn(app, 'fresh-token');
  await waitFor(() => expect(app.address()).toBe('/integrations'));
  expect(sent).toEqual([{ ...confirmed, authorization: 'Bearer fresh-token' }]);
  await waitFor(() => expect(success).toHaveBeenCalledOnce());
});

test('continues after the user signed in again, when the session had ended', async () => {
  const sent = recordConfirmations(({ authorization }) =>
    authorization === 'Bearer fresh-token' ? {} : failure('UNAUTHENTICATED', 'Not authenticated'),
  );
  const app = renderApp(RETURN, { as: sampleUser() });
  mockEndpoint('GET /api/auth/me', () => failure('UNAUTHENTICATED', 'Not authenticated'));
  await waitFor(() => expect(app.address()).toBe('/login'));
  await signIn(app, 'fresh-token');
  await waitFor(() => expect(app.address()).toBe('/integrations'));
  expect(sent.map(({ authorization }) => authorization).at(-1)).toBe('Bearer fresh-token');
  await waitFor(() => expect(success).toHaveBeenCalledOnce());
});

test('a reload before the person signed in loses nothing', async () => {
  const sent = recordConfirmations();
  sessionStorage.setItem(
    'pending_confirmation',
    JSON.stringify({ provider: 'gmail', confirm: 'one-time-value' }),
  );
  const { address } = renderApp('/oauth/confirm', { as: sampleUser() });
  await waitFor(() => expect(address()).toBe('/integrations'));
  expect(sent).toEqual([confirmed]);
});

test.each([
  ['was sent before the page was loaded again', { provider: 'gmail', confirm: 'a', isSent: true }],
  ['is not there', undefined],
  ['was written by other code', { provider: 'carrier_pigeon', confirm: 7 }],
])('a value that %s is not sent', async (_, stored) => {
  const sent = recordConfirmations();
  if (stored !== undefined) sessionStorage.setItem('pending_confirmation', JSON.stringify(stored));
  const { address } = renderApp('/oauth/confirm', { as: sampleUser() });
  await waitFor(() => expect(address()).toBe('/integrations'));
  expect(await screen.findByText('Nothing to connect yet')).toBeTruthy();
  expect(sent).toEqual([]);
  expect([...success.mock.calls, ...failed.mock.calls]).toEqual([]);
});

test.each([
  ['error=Access+was+denied.&confirm=a&provider=gmail', 'Access was denied.'],
  ['success=true&confirm=a', 'Invalid response from authentication service'],
  ['success=true&confirm=a&provider=pigeon', 'Invalid response from authentication service'],
])('%s connects nothing', async (search, announced) => {
  // A server that describes its providers says itself which it knows.
  serveAtLevel('specification');
  const sent = recordConfirmations();
  const { address } = renderApp(`/oauth/success?${search}`, { as: sampleUser() });
  await waitFor(() =>
    expect(failed.mock.calls).toEqual([[expect.anything(), { description: announced }]]),
  );
  await waitFor(() => expect(address()).toBe('/integrations'));
  expect(sent).toEqual([]);
});

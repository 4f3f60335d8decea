import type { Session } from '@repo/contract/own-settings';
import type { NotificationSettings } from '@repo/contract/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  noFactors,
  sampleId,
  sampleNotificationSettings,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example' });
const sales = sampleWorkspace('Sales');
const at = '/import-preferences/settings';
const open = () => renderApp(at, { as: ann, workspaces: [sales] });

const session = (parts: Partial<Session>): Session => ({
  id: sampleId(),
  device: 'Firefox on Windows',
  address: '203.0.113.7',
  signedInAt: '2026-01-05T09:00:00.000Z',
  lastUsedAt: '2026-01-06T09:00:00.000Z',
  isCurrent: false,
  openedWith: 'password',
  ...parts,
});
let sessions: Session[];
let notifications: NotificationSettings;

beforeEach(() => {
  localStorage.clear();
  sessions = [
    session({ isCurrent: true }),
    session({ device: 'Safari on iPhone' }),
    session({ device: null, address: null }),
  ];
  mockEndpoint('GET /api/auth/sessions', () => ({ items: sessions }));
  mockEndpoint('GET /api/auth/factors', noFactors);
  notifications = sampleNotificationSettings();
  mockEndpoint('GET /api/auth/notifications', () => notifications);
});

const listed = async () =>
  within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
const change = async (user: ReturnType<typeof open>['user'], current: string, next: string) => {
  await user.type(await screen.findByLabelText(/^Current password/), current);
  await user.type(screen.getByLabelText(/^New password/), next);
  await user.type(screen.getByLabelText(/^Confirm new password/), next);
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
};

test('a new name is sent and shown in the user menu', async () => {
  let sent: unknown;
  mockEndpoint('PUT /api/auth/me', ({ body }) => {
    sent = body;
    return { user: { ...ann, name: 'Ann Renamed' } };
  });
  const { user } = open();
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByText('Name is required')).toBeDefined();
  await user.type(name, 'Ann Renamed');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByRole('button', { name: 'User menu Ann Renamed' })).toBeDefined();
  expect(sent).toEqual({ name: 'Ann Renamed' });
});

test('a wrong current password is shown at its field; the input stays', async () => {
  const message = 'The current password is not correct';
  mockEndpoint('POST /api/auth/change-password', () =>
    failure('VALIDATION_FAILED', message, [{ field: 'currentPassword', message }]),
  );
  const { user } = open();
  await change(user, 'a guess', 'a new password');
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByLabelText(/^New password/)).toHaveProperty('value', 'a new password');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Current password/));
});

test('a user without a password reads that there is none', async () => {
  mockEndpoint('GET /api/auth/factors', () => ({ ...noFactors(), hasPassword: false }));
  open();
  await screen.findByText('Your account has no password. You sign in with your company.');
  expect(screen.queryByLabelText(/^New password/)).toBeNull();
});

test('a changed password empties the form and reads the sessions again', async () => {
  let sent: unknown;
  mockEndpoint('POST /api/auth/change-password', ({ body }) => {
    sent = body;
    sessions = sessions.slice(0, 1);
    return {};
  });
  const { user } = open();
  expect(await listed()).toHaveLength(3);
  await change(user, 'the old one', 'a new password');
  expect(await screen.findByText('Password changed')).toBeDefined();
  expect(sent).toEqual({ currentPassword: 'the old one', password: 'a new password' });
  await waitFor(() => expect(screen.getByLabelText(/^New password/)).toHaveProperty('value', ''));
  await waitFor(async () => expect(await listed()).toHaveLength(1));
});

test('sessions are listed in words; this one cannot be ended here', async () => {
  open();
  const [own, phone, unknown] = await listed();
  expect(own?.textContent).toContain('Firefox on WindowsThis one203.0.113.7 · In use now');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
  expect(phone?.textContent).toContain('Safari on iPhone');
  expect(unknown?.textContent).toMatch(/^Unknown deviceLast used/);
  await expectAccessible();
});

test('sessions with numbers in place of texts leave the page as it is', async () => {
  const odd = { id: 7, device: 7, address: 7, signedInAt: 7, lastUsedAt: 7, isCurrent: 'yes' };
  mockEndpoint('GET /api/auth/sessions', () =>
    HttpResponse.json({ success: true, data: { items: [odd] } } as object),
  );
  open();
  const [session] = await listed();
  expect(session?.textContent).toMatch(/^Unknown device/);
});

test('one session is ended, then all others', async () => {
  const ended: string[] = [];
  mockEndpoint('DELETE /api/auth/sessions/{id}', ({ params }) => {
    ended.push(params['id'] ?? '');
    sessions = sessions.filter(({ id }) => id !== params['id']);
    return {};
  });
  mockEndpoint('POST /api/auth/sessions/end-others', () => {
    sessions = sessions.slice(0, 1);
    return { ended: 1 };
  });
  const phone = sessions[1]?.id;
  const { user } = open();
  await user.click(
    await screen.findByRole('button', { name: 'End the session of Safari on iPhone' }),
  );
  await waitFor(async () => expect(await listed()).toHaveLength(2));
  expect(ended).toEqual([phone]);
  await user.click(screen.getByRole('button', { name: 'End 1 Other Session' }));
  await waitFor(async () => expect(await listed()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
});

test('sessions that cannot be loaded are tried again', async () => {
  mockEndpoint('GET /api/auth/sessions', () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  expect(await screen.findByText('Failed to load your sessions')).toBeDefined();
  mockEndpoint('GET /api/auth/sessions', () => ({ items: sessions }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await listed()).toHaveLength(3);
});

/** What is sent to change the notifications, which are stored. */
function recordChanges(): unknown[] {
  const sent: unknown[] = [];
  mockEndpoint('PUT /api/auth/notifications', ({ body }) => {
    sent.push(body);
    notifications = { ...notifications, ...(body as object) };
    return notifications;
  });
  return sent;
}

test('emails are switched off and on, and their time zone is chosen', async () => {
  const sent = recordChanges();
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: /^Weekly digest/, checked: true }));
  await screen.findByRole('checkbox', { name: /^Weekly digest/, checked: false });
  await user.click(screen.getByRole('checkbox', { name: /^Connection problems/ }));
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  expect(zone.textContent).toContain('New York (America), the default');
  await user.click(zone);
  await user.click(await screen.findByRole('option', { name: 'Kiritimati' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { weeklyDigest: false },
      { connectionProblem: false },
      { timeZone: 'Pacific/Kiritimati' },
    ]),
  );
  expect(zone.textContent).toContain('Kiritimati (Pacific)');
});

test('the morning mail is off until it is chosen, and each kind of notice is on until it is not', async () => {
  const sent = recordChanges();
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: /^Morning mail/, checked: false }));
  const card = screen.getByRole('region', { name: 'Notices' });
  const kinds = within(card).getAllByRole('checkbox', { checked: true });
  expect(kinds).toHaveLength(4);
  for (const kind of kinds) await user.click(kind);
  await waitFor(() =>
    expect(sent).toEqual([
      { morningMail: true },
      { shareNotices: false },
      { answerNotices: false },
      { quietNotices: false },
      { connectionNotices: false },
    ]),
  );
  await expectAccessible();
});

test('a checkbox of a mail changes at once and does not jump back', async () => {
  mockEndpoint('PUT /api/auth/notifications', () => new Promise<never>(() => {}));
  open();
  const digest = await screen.findByRole('checkbox', { name: /^Weekly digest/, checked: true });
  fireEvent.click(digest);
  expect(digest).toHaveProperty('checked', false);
});

test('a mail that could not be switched off is shown as it is', async () => {
  mockEndpoint('PUT /api/auth/notifications', () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: /^Weekly digest/ }));
  expect(await screen.findByText('Failed to save your notifications')).toBeDefined();
  await screen.findByRole('checkbox', { name: /^Weekly digest/, checked: true });
});

test('theme and single-key shortcuts are those of the menu and the help', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await user.click(screen.getByRole('checkbox', { name: /^Single-key shortcuts/ }));
  expect(localStorage.getItem('single-key-shortcuts')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Show Keyboard Shortcuts' }));
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' }));
  await user.click(help.getByRole('checkbox', { name: /^Single-key shortcuts/, checked: false }));
  await user.click(help.getByRole('button', { name: 'Close' }));
  await screen.findByRole('checkbox', { name: /^Single-key shortcuts/, checked: true });
  await user.click(screen.getByRole('radio', { name: 'System' }));
});

test('times are written in the chosen format', async () => {
  const { user } = open();
  const format = within(await screen.findByRole('group', { name: 'Time format' }));
  expect(format.getByRole('radio', { name: '12 hours', checked: true })).toBeDefined();
  await user.click(format.getByRole('radio', { name: '24 hours' }));
  await user.hover((await listed())[1]?.querySelector('time') as HTMLElement);
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/, \d\d:\d\d$/);
  expect(format.getByRole('radio', { name: '24 hours', checked: true })).toBeDefined();
});

test('the user menu leads here', async () => {
  const { user } = renderApp('/import-preferences/nowhere', { as: ann, workspaces: [sales] });
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  expect(screen.getByRole('menuitem', { name: 'Settings' }).getAttribute('href')).toBe(at);
});

test('nothing of it is shown by a server that does not offer it', async () => {
  serveAtLevel('specification');
  const { user } = open();
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^User menu/ }));
  expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull();
});

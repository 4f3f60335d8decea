import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { detail, email, maya, meeting, PAGE } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { entry, openPage, panel, setUpAccount } from '#test/open-account.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const ACTIVITY = 'GET /api/activities/{activityId}';
const GMAIL = { label: 'Open in Gmail', url: 'https://mail.google.com/mail/#all/1' };
const own = { contributors: [{ name: maya.name, email: maya.email }] };

setUpAccount();

const mockActivity = (given: object) =>
  mockEndpoint(ACTIVITY, ({ params }) => ({
    activity: {
      ...detail(params['activityId'] === meeting.id ? meeting : email),
      ...given,
    } as never,
  }));
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
async function openMenu(name: RegExp) {
  const target = await entry(name);
  target.focus();
  // What the menu key sends, too.
  expect(fireEvent.contextMenu(target)).toBe(false);
  return within(await screen.findByRole('menu', { name: 'Actions for this activity' }));
}

test('an entry has a menu, which opens it', async () => {
  mockActivity({ original: GMAIL, ...own });
  const { user, address } = openPage();
  await openMenu(/^Email from/);
  const all = ['Open', 'Open in New Tab', 'Copy Link', 'Open in Gmail', 'Keep Private...'];
  await waitFor(() => expect(items()).toEqual(all));
  const here = (name: string) =>
    screen.getByRole('menuitem', { name }).getAttribute('href')?.replace(location.origin, '');
  expect(here('Open in New Tab')).toContain(`?activity=${email.id}`);
  expect(here('Open in Gmail')).toBe(GMAIL.url);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe(`${PAGE}?activity=${email.id}`);
  expect(await panel('Email')).toBeTruthy();
});

test('a menu that is closed gives the focus back to its entry', async () => {
  mockActivity({});
  const { user } = openPage();
  await openMenu(/^Meeting with/);
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(document.activeElement).toBe(await entry(/^Meeting with/)));
});

test('the link is copied', async () => {
  mockActivity({});
  const { user } = openPage();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openMenu(/^Email from/);
  await user.click(screen.getByRole('menuitem', { name: 'Copy Link' }));
  await waitFor(() => expect(write.mock.calls[0]?.[0]).toContain(`?activity=${email.id}`));
});

test.each([
  ['of a colleague', { contributors: [{ name: 'Bob', email: 'bob@northwind.example' }] }],
  ['without an address of its own', { original: { label: 'Open', url: 'javascript:alert(1)' } }],
])('an email %s has neither what is the owner’s nor what is not known', async (_, given) => {
  mockActivity(given);
  // Open, so that its details are there.
  openPage(`?activity=${email.id}`);
  await panel('Email');
  await openMenu(/^Email from/);
  await waitFor(() => expect(items()).toEqual(['Open', 'Open in New Tab', 'Copy Link']));
});

test('an activity whose details fail has what needs none', async () => {
  mockEndpoint(ACTIVITY, () => failure('NOT_FOUND', 'Activity not found'));
  openPage();
  await openMenu(/^Email from/);
  await waitFor(() => expect(items()).toEqual(['Open', 'Open in New Tab', 'Copy Link']));
});

test('an own email is kept private after asking', async () => {
  mockActivity(own);
  const kept: unknown[] = [];
  mockEndpoint('POST /api/activities/{activityId}/private', ({ params }) => {
    kept.push(params['activityId']);
    return { conversationId: email.id };
  });
  const { user, address } = openPage(`?activity=${email.id}`);
  await openMenu(/^Email from/);
  await user.click(await screen.findByRole('menuitem', { name: 'Keep Private...' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Keep This Private' }));
  await user.click(dialog.getByRole('button', { name: 'Keep Private' }));
  await waitFor(() => expect(kept).toEqual([email.id]));
  await waitFor(() => expect(address()).toBe(PAGE));
});

test('everything with one of its people is kept private after asking', async () => {
  mockActivity({
    ...own,
    participants: [
      { name: 'Anna', email: 'anna+tax@law.example', role: 'from' },
      { ...maya, role: 'to' },
    ],
  });
  const kept: unknown[] = [];
  mockEndpoint('PUT /api/protected-addresses', ({ body }) => {
    kept.push(body);
    return {
      protected: {
        address: 'anna@law.example',
        shares: 'nothing' as const,
        addedAt: '2026-03-02T15:00:00.000Z',
        activityCount: 3,
      },
    };
  });
  const { user, address } = openPage(`?activity=${email.id}`);
  await openMenu(/^Email from/);
  await user.click(await screen.findByRole('menuitem', { name: 'Keep Private...' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Keep This Private' }));
  await user.click(dialog.getByRole('combobox', { name: 'Keep private' }));
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['This conversation', 'Everything with anna@law.example']);
  await user.click(screen.getByRole('option', { name: 'Everything with anna@law.example' }));
  expect(dialog.getByText(/^Every conversation in which anna@law.example takes part/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Keep Private' }));
  await waitFor(() => expect(kept).toEqual([{ address: 'anna@law.example', shares: 'nothing' }]));
  await waitFor(() => expect(address()).toBe(PAGE));
});

test('beside the entries the menu is the browser’s', async () => {
  mockActivity({});
  openPage();
  await entry(/^Email from/);
  expect(fireEvent.contextMenu(screen.getByRole('region', { name: 'Activities' }))).toBe(true);
});

test('a server of the specification alone leaves the browser’s menu', async () => {
  serveAtLevel('specification');
  openPage();
  expect(fireEvent.contextMenu(await entry(/^Email from/))).toBe(true);
});

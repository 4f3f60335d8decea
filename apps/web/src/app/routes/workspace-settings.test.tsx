import type { Workspace } from '@repo/contract/workspaces';
import { businessDayOf } from '@repo/domain/time/business-day';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PAGE, sales as sample, email } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { entry, setUpAccount, TIMELINE } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

const kathmandu = 'Asia/Kathmandu';
const kiritimati = 'Pacific/Kiritimati';

setUpAccount();
beforeEach(() => {
  // Few, since the stand-in for a browser takes seconds to lay out a list of all.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/New_York', kathmandu, kiritimati]);
});

const sales: Workspace = {
  ...sample,
  role: 'owner',
  timeZone: 'America/New_York',
  nextTimeZone: null,
};
const CHANGE = 'PUT /api/workspaces/{workspaceId}/time-zone';

/** Opens a page; `listed` is the workspace as the server lists it. */
function open(listed: () => Workspace, path = '/northwind/sales/settings') {
  mockEndpoint('GET /api/workspaces', () => ({ items: [listed()] }));
  return renderApp(path, { as: sampleUser() });
}

const zone = () => screen.findByRole('combobox', { name: 'Time zone' });

test('an owner changes the time zone, sees that the days are moved, and then that they are', async () => {
  let listed = sales;
  const sent: unknown[] = [];
  mockEndpoint(CHANGE, ({ body }) => {
    sent.push(body);
    listed = { ...sales, nextTimeZone: kathmandu };
    return { timeZone: 'America/New_York', nextTimeZone: kathmandu };
  });
  const { user } = open(() => listed);
  expect((await zone()).textContent).toContain('New York (America)');
  const change = screen.getByRole('button', { name: 'Change Time Zone' });
  expect((change as HTMLButtonElement).disabled).toBe(true);
  await user.click(await zone());
  await user.click(await screen.findByRole('option', { name: 'Kathmandu' }));
  await user.click(change);
  expect(
    await screen.findByText(/^All days are being moved to Kathmandu \(Asia\)\. Until that is done/),
  ).toBeDefined();
  expect(sent).toEqual([{ timeZone: kathmandu }]);
  await expectAccessible();
  listed = { ...sales, timeZone: kathmandu };
  // The page asks again after some seconds.
  await waitFor(() => expect(screen.queryByText(/^All days are being moved/)).toBeNull());
  expect((await zone()).textContent).toContain('Kathmandu (Asia)');
});

test('a change is cancelled by choosing the former time zone', async () => {
  let listed: Workspace = { ...sales, nextTimeZone: kathmandu };
  const sent: unknown[] = [];
  mockEndpoint(CHANGE, ({ body }) => {
    sent.push(body);
    listed = sales;
    return { timeZone: 'America/New_York', nextTimeZone: null };
  });
  const { user } = open(() => listed);
  await user.click(await screen.findByRole('button', { name: 'Cancel Change' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel Change' })).toBeNull());
  expect(sent).toEqual([{ timeZone: 'America/New_York' }]);
});

test('a refused change says why', async () => {
  mockEndpoint(CHANGE, () => failure('RATE_LIMITED', 'Too many changes of the time zone'));
  const { user } = open(() => sales);
  await user.click(await zone());
  await user.click(await screen.findByRole('option', { name: 'Kiritimati' }));
  await user.click(screen.getByRole('button', { name: 'Change Time Zone' }));
  expect(await screen.findByText(/Too many changes of the time zone/)).toBeDefined();
});

test('members see the time zone', async () => {
  open(() => ({ ...sales, role: 'member', timeZone: kathmandu }));
  expect(await screen.findByText('Kathmandu (Asia)')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Time zone' })).toBeNull();
});

test('there is no such page where the server does not offer it', async () => {
  serveAtLevel('specification');
  open(() => sales);
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined();
});

const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(email.occurredAt))
    .replace('\u202f', ' ');

/** Opens the account and returns the text of its email and the days that were requested. */
async function openFeed(timeZone: string) {
  const ends: (string | undefined)[] = [];
  mockEndpoint(TIMELINE, ({ query }) => {
    ends.push(query['end_date']);
    return { activities: [email] };
  });
  open(() => ({ ...sales, timeZone }), PAGE);
  const mail = await entry(/^Email from Ada Okafor/);
  return { text: mail.textContent, firstEnd: ends[0] };
}

test.each([kathmandu, kiritimati, 'Pacific/Pago_Pago'])(
  'an account shows days and times in %s',
  async (timeZone) => {
    const { text, firstEnd } = await openFeed(timeZone);
    expect(text).toContain(timeIn(timeZone));
    expect(firstEnd).toBe(businessDayOf(new Date(), timeZone));
  },
);

test('days are those of New York where the server does not offer time zones', async () => {
  serveAtLevel('specification');
  const { text, firstEnd } = await openFeed(kathmandu);
  expect(text).toContain(timeIn('America/New_York'));
  expect(firstEnd).toBe(businessDayOf(new Date()));
});

test('a time zone that this browser does not know counts as that of New York', async () => {
  const { text } = await openFeed('Mars/Olympus');
  expect(text).toContain(timeIn('America/New_York'));
});

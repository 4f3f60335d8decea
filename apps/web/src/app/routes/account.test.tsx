import type { ActivityItem, Participant, TimelineItem } from '@repo/contract/activities';
import { addDays } from '@repo/domain/time/business-day';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import {
  account,
  ada,
  beWide,
  call,
  conversation,
  daysAgo,
  email,
  items,
  meeting,
  PAGE,
  sampleItem,
  today,
  us,
} from '#test/account-samples.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { ACCOUNT, entry, openPage, panel, setUpAccount, TIMELINE } from '#test/open-account.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { sampleId } from '#test/samples.ts';

setUpAccount();

describe('the header', () => {
  test('names page and tab after the account, once it has loaded', async () => {
    mockEndpoint(ACCOUNT, neverResponds);
    openPage();
    expect(await screen.findByText('Loading account data...')).toBeDefined();
    cleanup();
    mockEndpoint(ACCOUNT, () => ({ workspaceAccount: account }));
    openPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeDefined();
    expect(document.title).toBe('Acme');
  });

  test.each([
    ['', '3W', today],
    ['?timeline_window=12W&timeline_end=2026-01-31', '12W', '2026-01-31'],
    ['?timeline_window=9W&timeline_end=2026-02-30', '3W', today],
    ['?timeline_window=3w&timeline_end=9999-01-01', '3W', today],
    ['?timeline_end=2026-02', '3W', today],
    [`?timeline_window=3W&timeline_end=${today}`, '3W', today],
  ])('reads %j from the address as %s to %s', async (search, range, end_date) => {
    const asked: Record<string, string>[] = [];
    mockEndpoint(TIMELINE, ({ query }) => {
      asked.push(query);
      return { activities: items };
    });
    const { address } = openPage(search);
    await entry(/^Email from/);
    expect(asked[0]).toMatchObject({ range, end_date });
    // What is invalid, and what goes without saying, is taken out.
    const isPlain = range === '3W' && end_date === today;
    await waitFor(() => expect(address()).toBe(isPlain ? PAGE : PAGE + search));
  });

  test('moves by whole windows, never past today, and leaves defaults out of the address', async () => {
    const app = openPage();
    await entry(/^Email from/);
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    expect(button('Forward 3 weeks').disabled).toBe(true);
    expect(button('Today').disabled).toBe(true);

    await app.user.click(screen.getByRole('radio', { name: '6 weeks' }));
    expect(app.address()).toBe(`${PAGE}?timeline_window=6W`);
    await app.user.click(button('Back 6 weeks'));
    expect(app.address()).toBe(`${PAGE}?timeline_window=6W&timeline_end=${addDays(today, -42)}`);
    await app.user.click(screen.getByRole('radio', { name: '3 weeks' }));
    await app.user.click(button('Forward 3 weeks'));
    expect(app.address()).toBe(`${PAGE}?timeline_end=${addDays(today, -21)}`);
    await app.user.click(button('Today'));
    expect(app.address()).toBe(PAGE);
    // Each window was a step.
    await app.goBack();
    expect(app.address()).toBe(`${PAGE}?timeline_end=${addDays(today, -21)}`);
    for (const _ of [1, 2]) await app.goBack();
    expect(app.address()).toBe(`${PAGE}?timeline_window=6W&timeline_end=${addDays(today, -42)}`);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '6 weeks' }).checked).toBe(true);
  });

  test('copies the link of the page, and reports a failure', async () => {
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied to clipboard')).toBeDefined();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Failed to copy link')).toBeDefined();
  });
});

describe('an account that cannot be shown', () => {
  test('leads back to the accounts', async () => {
    mockEndpoint(ACCOUNT, () => failure('NOT_FOUND', 'Account not found'));
    openPage();
    expect(await screen.findByRole('heading', { name: 'Account Not Found' })).toBeDefined();
    expect(
      screen.getByText("The account could not be found or you don't have access to it."),
    ).toBeDefined();
    const back = screen.getByRole<HTMLAnchorElement>('link', { name: 'Back to Accounts' });
    expect(back.getAttribute('href')).toBe('/northwind/sales/accounts');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  test('can be retried after a failure of the server', async () => {
    mockEndpoint(ACCOUNT, () => failure('UNKNOWN_ERROR', ''));
    const { user } = openPage();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Failed to fetch account')).toBeDefined();
    // Only a server that said so has no such account.
    expect(screen.getByRole('heading', { name: 'This account could not be loaded' })).toBeDefined();
    expect(screen.queryByText(/could not be found/)).toBeNull();
    mockEndpoint(ACCOUNT, () => ({ workspaceAccount: account }));
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeDefined();
  });

  test('is called not found whatever failed, on a server of the specification alone', async () => {
    serveAtLevel('specification');
    mockEndpoint(ACCOUNT, () => failure('UNKNOWN_ERROR', ''));
    openPage();
    expect(await screen.findByRole('heading', { name: 'Account Not Found' })).toBeDefined();
    expect(screen.getByText('Failed to fetch account')).toBeDefined();
  });

  test('of another workspace is not shown in this one', async () => {
    mockEndpoint(ACCOUNT, () => ({ workspaceAccount: { ...account, workspaceId: sampleId() } }));
    openPage();
    expect(await screen.findByRole('heading', { name: 'Account Not Found' })).toBeDefined();
  });
});

describe('the feed', () => {
  test('words each type, groups by day in New York and ends', async () => {
    openPage();
    const mail = await entry(/^Email from Ada Okafor to maya@northwind.example/);
    expect(mail.textContent).toContain('Pilot scope');
    expect(mail.textContent).toContain('2:05 PM');
    const met = await entry(/^Meeting with Ada Okafor, maya@northwind.example/);
    expect(met.textContent).toContain('Calendar Event');
    expect((await entry(/^call activity/)).textContent).toContain('Check-in');
    expect((await entry(/^Conversation with/)).textContent).toContain('2 messages');
    expect(screen.getAllByText('Yesterday').length).toBeGreaterThan(0);
    expect(await screen.findByRole('heading', { name: 'End of activities' })).toBeDefined();
  });

  test('says one message, where a server gives a conversation of one', async () => {
    const alone = { ...conversation, activities: conversation.activities.slice(-1) };
    mockEndpoint(TIMELINE, () => ({ activities: [alone] }));
    openPage();
    expect((await entry(/^Conversation with/)).textContent).toMatch(/1 message(?!s)/);
  });

  test('words entries of odd kinds, with at most three of their people', async () => {
    const guests = ['Ben', 'Cleo', 'Dan'].map((name): Participant => ({
      name,
      email: `${name.toLowerCase()}@acme.example`,
      role: 'to',
    }));
    const activities = [
      sampleItem({ title: 'Offer', participants: [ada, ...guests] }),
      sampleItem({ title: '', summary: '', participants: [] }),
      sampleItem({ type: 'call', title: '' }),
      { ...sampleItem({ title: '' }), type: 'note' },
    ] as TimelineItem[];
    mockEndpoint(TIMELINE, () => ({ activities }));
    openPage();
    const offer = await entry(/Email from Ada Okafor to Ben, Cleo, Dan/);
    const bubbles = offer.querySelectorAll('[aria-hidden] > span');
    const initials = [...bubbles].map((bubble) => bubble.getAttribute('data-text'));
    expect(initials).toEqual(['AO', 'B', 'C']);
    expect((await entry(/^Email from Unknown/)).textContent).toMatch(/Email$/);
    expect((await entry(/^note activity/)).textContent).toContain('No title');
    for (const [name, icon] of [
      [/Offer/, 'mail'],
      [/^note activity/, 'clock'],
      [/^call activity/, 'phone'],
    ] as const) {
      const sign = (await entry(name)).querySelector('svg');
      expect(sign?.getAttribute('class')).toContain(`lucide-${icon}`);
    }
  });

  test('cuts summaries at 120 characters', async () => {
    mockEndpoint(TIMELINE, () => ({
      activities: [{ ...email, summary: 'x'.repeat(121) }] as TimelineItem[],
    }));
    openPage();
    expect((await entry(/^Email from/)).textContent).toContain(`${'x'.repeat(120)}…`);
  });

  test('continues while the server reports more, and stops after a failure', async () => {
    mockEndpoint('GET /api/accounts/{accountId}/participants', () => ({
      participants: [],
      total: 0,
    }));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const asked: Record<string, string>[] = [];
    mockEndpoint(TIMELINE, ({ query }) => {
      asked.push(query);
      const page = { earlier: addDays(today, -90), later: null };
      return query['end_date'] === today
        ? { activities: items, page }
        : failure('UNKNOWN_ERROR', 'No');
    });
    const { user } = openPage();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(asked.at(-1)).toMatchObject({ end_date: addDays(today, -90) });
    mockEndpoint(TIMELINE, () => ({
      activities: [sampleItem({ title: 'Long ago', occurredAt: daysAgo(90) })] as TimelineItem[],
      page: { earlier: null, later: null },
    }));
    await user.click(again);
    await waitFor(() => expect(screen.getByText('Long ago')).toBeDefined());
    expect(screen.getByText('End of activities')).toBeDefined();
  });

  test('that cannot be read says so, alone, and offers to try again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    mockEndpoint(TIMELINE, () => brokenConnection());
    const { user } = openPage();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('The activities could not be loaded')).toBeDefined();
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeDefined();
    expect(log.mock.calls.join()).toContain('The timeline of the account could not be read.');
    await expectAccessible();
    mockEndpoint(TIMELINE, () => ({ activities: items }));
    await user.click(again);
    expect(await entry(/^Email from/)).toBeDefined();
  });

  test('explains the page for an account without activities', async () => {
    mockEndpoint(TIMELINE, () => ({ activities: [] }));
    openPage();
    expect(await screen.findByText('No activity yet')).toBeDefined();
    expect(screen.getByText('End of activities')).toBeDefined();
  });
});

describe('the timeline', () => {
  const dayButton = (name: RegExp) => screen.findByRole('button', { name });

  test('counts by side from the participants when the server sends no counts', async () => {
    const bare = (item: ActivityItem) => ({ ...item, side: undefined });
    mockEndpoint(TIMELINE, ({ query }) => ({
      activities: (query['end_date'] === today
        ? [email, { ...meeting, occurredAt: daysAgo(1) }, { ...call, participants: [us] }].map(bare)
        : []) as unknown as TimelineItem[],
    }));
    openPage();
    expect(await dayButton(/: 2 external, 1 internal$/)).toBeDefined();
    expect(await dayButton(/: 0 external, 1 internal$/)).toBeDefined();
    expect(await dayButton(/^Today: 0 external, 0 internal$/)).toBeDefined();
  });

  test.each([
    ['nothing', { page: {}, summary: {} }],
    ['lists', { page: [], summary: [] }],
    [
      'other kinds of values',
      { page: 1, summary: { days: [null, {}, { day: '2026' }], emails: 'x' } },
    ],
  ])('shows the activities where a server says %s of its window', async (_, odd) => {
    mockEndpoint(TIMELINE, ({ query }) => ({
      activities: query['end_date'] === today ? items : [],
      ...(odd as object),
    }));
    openPage();
    expect(await entry(/^Email from/)).toBeDefined();
    expect(await dayButton(/^Today: /)).toBeDefined();
    expect(screen.queryByText(/NaN/)).toBeNull();
  });

  test('counts by the domain that is meant where it is shown in Unicode', async () => {
    mockEndpoint(ACCOUNT, () => ({ workspaceAccount: { ...account, domain: 'müller.example' } }));
    const anna: Participant = { name: 'Anna', email: 'anna@xn--mller-kva.example', role: 'from' };
    const bare = { ...email, side: undefined, participants: [us, anna] };
    mockEndpoint(TIMELINE, () => ({ activities: [bare] as unknown as TimelineItem[] }));
    openPage();
    expect(await dayButton(/: 1 external, 0 internal$/)).toBeDefined();
    const people = within(await panel('Account Information')).findAllByText(/^(Anna|maya@.*)$/);
    // Those of the account first.
    expect((await people).map(({ textContent }) => textContent)).toEqual(['Anna', us.email]);
  });

  test('takes the counts of the server where it gives them', async () => {
    mockEndpoint(TIMELINE, () => ({
      activities: items,
      page: { earlier: null, later: null },
      summary: {
        days: [{ day: today, internal: 7, external: 40 }],
        emails: 45,
        meetings: 1,
        calls: 1,
      },
    }));
    mockEndpoint('GET /api/accounts/{accountId}/participants', () => ({
      participants: [{ name: 'Ada Okafor', email: ada.email }],
      total: 9,
    }));
    openPage();
    expect(await dayButton(/^Today: 40 external, 7 internal$/)).toBeDefined();
    const information = within(await panel('Account Information'));
    expect(await information.findByText('45 emails')).toBeDefined();
    expect(information.getByText('1 meeting')).toBeDefined();
    expect(await information.findByText('and 8 more')).toBeDefined();
  });

  test('is one tab stop, walked with the arrow keys', async () => {
    const { user } = openPage();
    await entry(/^Email from/);
    (await dayButton(/^Today:/)).focus();
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/2 external, 0 internal$/);
    await user.keyboard('{Home}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/0 external, 0 internal$/);
  });
});

describe('the information panel', () => {
  test('states no figures while the feed is loading', async () => {
    mockEndpoint(TIMELINE, neverResponds);
    openPage();
    const information = within(await panel('Account Information'));
    expect(information.getByText('Activity summary')).toBeTruthy();
    expect(information.queryByText('0 emails')).toBeNull();
  });

  test('shows the account and its participants', async () => {
    const people = Array.from({ length: 7 }, (_, index): Participant => ({
      name: `Person ${index}`,
      email: `p${index}@acme.example`,
      role: 'other',
    }));
    mockEndpoint(TIMELINE, () => ({
      activities: [{ ...meeting, participants: people }] as TimelineItem[],
    }));
    openPage();
    const information = within(await panel('Account Information'));
    expect(await information.findByText('acme.example')).toBeDefined();
    expect(information.getByText('2 weeks ago')).toBeDefined();
    expect(information.getByText('Jonas Weber')).toBeDefined();
    expect(await information.findAllByText(/^Person \d$/)).toHaveLength(5);
    expect(information.getByText('and 2 more')).toBeDefined();
  });

  test('closes, is reopened by Info, and is remembered', async () => {
    const { user } = openPage();
    await panel('Account Information');
    await user.click(screen.getByRole('button', { name: 'Close account information' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    cleanup();
    const again = openPage();
    const info = await screen.findByRole('button', { name: 'Info' });
    expect(screen.queryByRole('complementary')).toBeNull();
    await again.user.click(info);
    expect(await panel('Account Information')).toBeDefined();
  });

  test('does not cover a narrow page unasked', async () => {
    beWide(false);
    const { user } = openPage();
    await entry(/^Email from/);
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Info' }));
    expect(await panel('Account Information')).toBeDefined();
  });
});

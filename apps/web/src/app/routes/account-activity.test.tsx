import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  account,
  call,
  conversation,
  detail,
  email,
  meeting,
  messages,
  PAGE,
} from '#test/account-samples.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { mockEndpoint, brokenConnection, failure } from '#test/api.ts';
import { openPage, entry, panel, setUpAccount } from '#test/open-account.ts';
import { sampleId } from '#test/samples.ts';

const ACTIVITY = 'GET /api/activities/{activityId}';
const TRANSCRIPT = 'GET /api/activities/{activityId}/fireflies-transcript';

setUpAccount();

describe('an activity', () => {
  test('opens beside the feed, is in the address, and closes with Escape', async () => {
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(email, { plainTextBody: 'Hello\n> as you said\n> before\n> today\n> here' }),
    }));
    const app = openPage();
    await app.user.click(await entry(/^Email from/));
    expect(app.address()).toBe(`${PAGE}?activity=${email.id}`);
    const opened = within(await panel('Email'));
    expect(await opened.findByText(/Hello/)).toBeDefined();
    expect(opened.getByText('Quoted text').closest('details')?.open).toBe(false);
    expect((await entry(/^Email from/)).getAttribute('aria-current')).toBe('true');
    await app.user.keyboard('{Escape}');
    expect(app.address()).toBe(PAGE);
    expect(screen.queryByRole('complementary', { name: 'Email' })).toBeNull();
    expect(document.activeElement).toBe(await entry(/^Email from/));
  });

  test('is followed through the feed with j and k', async () => {
    mockEndpoint(ACTIVITY, ({ params }) => {
      const item = [email, meeting, call].find(({ id }) => id === params['activityId']);
      return item ? { activity: detail(item) } : failure('NOT_FOUND', 'Activity not found');
    });
    const app = openPage();
    await app.user.click(await entry(/^Email from/));
    await app.user.keyboard('j');
    expect(app.address()).toBe(`${PAGE}?activity=${meeting.id}`);
    expect(await panel('Meeting')).toBeDefined();
    await app.user.keyboard('k');
    expect(app.address()).toBe(`${PAGE}?activity=${email.id}`);
  });

  test('is framed without scripts and origin, its images off until they are allowed', async () => {
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(email, {
        htmlBody: '<p>Hi</p><script>alert(1)</script><img src="https://cdn.example/a.png">',
      }),
    }));
    const { user } = openPage(`?activity=${email.id}`);
    const frame = () => screen.getByTitle<HTMLIFrameElement>('Message');
    await screen.findByTitle('Message');
    expect(frame().getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(frame().srcdoc).toContain("img-src 'none'");
    expect(frame().srcdoc).not.toMatch(/<script|cdn\.example/);
    await user.click(screen.getByRole('button', { name: 'Show Images' }));
    expect(frame().srcdoc).toContain('<img src="https://cdn.example/a.png">');
    expect(screen.queryByRole('button', { name: 'Show Images' })).toBeNull();
  });

  test('that is a conversation shows its last message and opens the others', async () => {
    mockEndpoint(ACTIVITY, () => ({
      activity: {
        ...conversation,
        accountId: account.id,
        activities: messages.map((message, index) =>
          detail(message, { plainTextBody: `Text ${index}` }),
        ),
      },
    }));
    const { user } = openPage(`?activity=${conversation.id}`);
    const opened = within(await panel('Conversation'));
    expect(await opened.findByText(/Text 1/)).toBeDefined();
    await user.click(opened.getByRole('button', { name: /The question/ }));
    expect(opened.getByText(/Text 0/)).toBeDefined();
    expect(opened.queryByText(/Text 1/)).toBeNull();
    expect(opened.getByRole('list', { name: 'Later messages' })).toBeDefined();
  });

  test('that is a mail names some of its readers, its files and its links', async () => {
    const copies = [1, 2, 3, 4, 5].map((number) => ({
      name: `Copy ${number}`,
      email: `c${number}@b.example`,
      role: 'cc' as const,
    }));
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(email, {
        participants: [...email.participants, ...copies],
        plainTextBody: 'See https://acme.example/plan.',
        metadata: { attachments: ['plan.pdf', '<b>odd</b>.txt'] },
      }),
    }));
    const { user } = openPage(`?activity=${email.id}`);
    const opened = within(await panel('Email'));
    const link = await opened.findByRole<HTMLAnchorElement>('link', {
      name: 'https://acme.example/plan',
    });
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
    const files = within(opened.getByRole('list', { name: 'Attachments' }));
    expect(files.getByText('<b>odd</b>.txt')).toBeDefined();
    expect(opened.queryByText('Copy 5')).toBeNull();
    await expectAccessible();
    await user.click(opened.getByRole('button', { name: 'and 1 more' }));
    expect(opened.getByText('Copy 5')).toBeDefined();
  });

  test('that is a meeting shows its time, place, participants and description', async () => {
    const guests = Array.from({ length: 12 }, (_, index) => ({
      name: `Guest ${index + 1}`,
      email: `g${index + 1}@acme.example`,
      role: 'other' as const,
    }));
    const start = new Date('2026-11-18T14:30:00Z');
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(meeting, {
        title: 'Quarterly review',
        startTime: start.toISOString(),
        endTime: new Date(start.getTime() + 90 * 60_000).toISOString(),
        location: 'https://meet.example/abc',
        plainTextBody: 'Agenda: prices',
        participants: guests,
        metadata: { status: 'tentative', unknownTimeZone: 'Our own time' },
      }),
    }));
    const { user } = openPage(`?activity=${meeting.id}`);
    const opened = within(await panel('Meeting'));
    expect(await opened.findByText(/9:30 AM – 11:00 AM/)).toBeDefined();
    expect(opened.getByText('1 h 30 min')).toBeDefined();
    expect(opened.getByRole('link', { name: 'https://meet.example/abc' })).toBeDefined();
    expect(opened.getByText('12 participants')).toBeDefined();
    expect(opened.getByText('tentative')).toBeDefined();
    expect(opened.getByText(/a time zone that is not known \(“Our own time”\)/)).toBeDefined();
    expect(opened.getByText('Agenda: prices')).toBeDefined();
    await expectAccessible();
    await user.click(opened.getByRole('button', { name: 'and 4 more' }));
    expect(opened.getByText('Guest 12')).toBeDefined();
  });

  test('that is a meeting of whole days shows them without a time', async () => {
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(meeting, {
        startTime: '2026-11-18T05:00:00Z',
        endTime: '2026-11-20T05:00:00Z',
        isAllDay: true,
      }),
    }));
    openPage(`?activity=${meeting.id}`);
    const opened = within(await panel('Meeting'));
    expect(await opened.findByText('Wed, Nov 18 – Thu, Nov 19, all day')).toBeDefined();
    expect(opened.queryByText('48 h')).toBeNull();
  });

  test('that is a call is prose at sixty of a hundred lines, and links to no script', async () => {
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(call, {
        summary: ['- a', '- b', '- c', 'd', 'e'].join('\n'),
        metadata: { transcriptUrl: 'javascript:alert(1)' },
      }),
    }));
    openPage(`?activity=${call.id}`);
    const opened = within(await panel('Call'));
    expect(await opened.findByText(/^- a/)).toBeDefined();
    expect(opened.queryByRole('link', { name: 'Open the recording' })).toBeNull();
  });

  test('that is a call shows bullets, action items, duration and link', async () => {
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(call, {
        metadata: {
          actionItems: ['Send it'],
          durationFormatted: '45 min',
          transcriptUrl: 'https://app.example/1',
        },
      }),
    }));
    openPage(`?activity=${call.id}`);
    const opened = within(await panel('Call'));
    expect((await opened.findAllByRole('listitem')).map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['One', 'Two', 'Send it']),
    );
    expect(opened.getByText('45 min')).toBeDefined();
    const link = opened.getByRole<HTMLAnchorElement>('link', { name: 'Open the recording' });
    expect([link.href, link.target, link.rel]).toEqual([
      'https://app.example/1',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test('that fails to load says so, with a toast and a way to close it', async () => {
    mockEndpoint(ACTIVITY, () => failure('UNKNOWN_ERROR', 'The database rests'));
    const app = openPage(`?activity=${email.id}`);
    const opened = within(await panel('Activity'));
    const problem = await opened.findByText('The database rests');
    expect(problem).toBeDefined();
    // The toast comes a moment later: its code is loaded with the first one.
    await waitFor(() =>
      expect(screen.getAllByText('Failed to load activity details')).toHaveLength(2),
    );
    await expectAccessible();
    await app.user.click(opened.getByRole('button', { name: 'Close' }));
    expect(app.address()).toBe(PAGE);
  });

  test('that fails without a word has words of ours', async () => {
    mockEndpoint(ACTIVITY, () => failure('UNKNOWN_ERROR', ''));
    openPage(`?activity=${email.id}`);
    const opened = within(await panel('Activity'));
    expect(await opened.findByText('Failed to fetch activity details')).toBeDefined();
  });

  test.each([
    ['does not exist', () => failure('NOT_FOUND', 'Activity not found')],
    ['has no readable id', () => failure('VALIDATION_FAILED', 'activityId: Invalid')],
    ['is of another account', () => ({ activity: { ...detail(email), accountId: sampleId() } })],
  ])('that %s is not found', async (_, reply) => {
    mockEndpoint(ACTIVITY, reply);
    openPage('?activity=x');
    const opened = within(await panel('Activity').catch(() => panel('Email')));
    expect(await opened.findByText('Activity not found')).toBeDefined();
  });

  test('has a link to copy', async () => {
    mockEndpoint(ACTIVITY, () => ({ activity: detail(email) }));
    const { user } = openPage(`?activity=${email.id}`);
    await user.click(await screen.findByRole('button', { name: 'Copy link to activity' }));
    expect(await screen.findByText('Activity link copied to clipboard')).toBeDefined();
    expect(await navigator.clipboard.readText()).toContain(`activity=${email.id}`);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy link to activity' }));
    expect(await screen.findByText('Failed to copy link')).toBeDefined();
  });
});

describe('a transcript', () => {
  beforeEach(() => mockEndpoint(ACTIVITY, () => ({ activity: detail(call) })));

  async function openTranscript() {
    const app = openPage(`?activity=${call.id}`);
    await app.user.click(await screen.findByRole('tab', { name: 'Transcript' }));
    return app;
  }

  test('is requested when opened, shows speakers and times, and can be searched', async () => {
    mockEndpoint(TRANSCRIPT, () => ({
      transcriptSentences: [
        { speaker_name: 'Ada', start_time: 0, text: 'The pilot starts' },
        { speaker_name: 'Ada', start_time: 4, text: 'in December' },
        { speaker_name: '', start_time: 3_725.4, text: 'A pilot it is' },
      ],
    }));
    const { user } = await openTranscript();
    expect(await screen.findByText('in December')).toBeDefined();
    expect(screen.getAllByText('Ada')).toHaveLength(1);
    expect(screen.getByText('Unknown')).toBeDefined();
    expect(screen.getByText('1:02:05')).toBeDefined();
    await user.type(screen.getByRole('searchbox'), 'PILOT');
    expect(screen.getByText('1 of 2')).toBeDefined();
    expect(screen.getAllByText('pilot').map(({ localName }) => localName)).toEqual([
      'mark',
      'mark',
    ]);
    await user.keyboard('{Enter}');
    expect(screen.getByText('2 of 2')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Next match' }));
    expect(screen.getByText('1 of 2')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Previous match' }));
    expect(screen.getByText('2 of 2')).toBeDefined();
    await expectAccessible();
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), '(never');
    expect(screen.getByText('0 of 0')).toBeDefined();
  });

  test('loads, and may be empty', async () => {
    let release = () => {};
    mockEndpoint(TRANSCRIPT, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { transcriptSentences: [] };
    });
    await openTranscript();
    expect(await screen.findByText('Loading transcript...')).toBeDefined();
    release();
    expect(await screen.findByText('Transcript not available')).toBeDefined();
    expect(
      screen.getByText(
        'This meeting may still be processing or the transcript is no longer available.',
      ),
    ).toBeDefined();
  });

  test.each([
    [
      'RATE_LIMITED',
      () => failure('RATE_LIMITED', ''),
      'Temporarily unavailable',
      'API rate limit reached. Please try again later.',
    ],
    [
      'NETWORK_ERROR',
      () => failure('NETWORK_ERROR', ''),
      'Connection error',
      'Please check your connection and try again.',
    ],
    [
      'a broken connection',
      brokenConnection,
      'Connection error',
      'Please check your connection and try again.',
    ],
    [
      'UNKNOWN_ERROR',
      () => failure('UNKNOWN_ERROR', ''),
      'Unable to load transcript',
      'Failed to load transcript',
    ],
    [
      'a response without sentences',
      () => Response.json({ success: true, data: {} }),
      'Unable to load transcript',
      'Failed to load transcript',
    ],
  ])('that fails as %s says so and can be retried', async (_, reply, title, text) => {
    mockEndpoint(TRANSCRIPT, reply);
    const { user } = await openTranscript();
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    mockEndpoint(TRANSCRIPT, () => ({
      transcriptSentences: [{ speaker_name: 'Ada', start_time: 0, text: 'Here it is' }],
    }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Here it is')).toBeDefined();
  });

  test('whose retry was refused too is left alone for an hour, also after a reload', async () => {
    let asked = 0;
    mockEndpoint(TRANSCRIPT, () => {
      asked += 1;
      return failure('RATE_LIMITED', '');
    });
    const { user } = await openTranscript();
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    const later = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Try Again Later' });
    expect((await later()).disabled).toBe(true);
    expect(asked).toBe(2);

    cleanup();
    await openTranscript();
    expect((await later()).disabled).toBe(true);
    expect(screen.getByText('Temporarily unavailable')).toBeDefined();
    expect(asked).toBe(2);

    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
    cleanup();
    await openTranscript();
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeDefined();
    expect(asked).toBe(3);
  });

  test('that was refused is requested again automatically after the hour', async () => {
    mockEndpoint(TRANSCRIPT, () => failure('RATE_LIMITED', ''));
    const { user } = await openTranscript();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    const inTime = globalThis.setTimeout;
    const hours: (() => void)[] = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay = 0) =>
      delay > 3_000_000 ? hours.push(run) : inTime(run, delay)) as typeof setTimeout);
    await user.click(again);
    await screen.findByRole('button', { name: 'Try Again Later' });
    mockEndpoint(TRANSCRIPT, () => ({
      transcriptSentences: [{ speaker_name: 'Ada', start_time: 0, text: 'Here it is' }],
    }));
    act(() => hours.at(-1)?.());
    expect(await screen.findByText('Here it is')).toBeDefined();
  });
});

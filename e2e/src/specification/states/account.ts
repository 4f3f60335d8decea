import { expect, type Page } from '@playwright/test';
import { data, refusal, speechless } from '../outcome.ts';
import * as sample from '../specification-data.ts';
import type { State } from '../walk.ts';
import { denyClipboard, press } from './act.ts';

const ACCOUNT = `/northwind/sales/accounts/${sample.acme.id}`;
const openActivity = (id: string) => `${ACCOUNT}?activity=${id}`;
const TIMELINE = 'GET /api/accounts/{accountId}/timeline';
const TRANSCRIPT = 'GET /api/activities/{activityId}/fireflies-transcript';
const openTranscript = (page: Page) => page.getByRole('tab', { name: 'Transcript' }).click();
const scrollFeed = async (page: Page) => {
  const feed = page.getByRole('region', { name: 'Activities', exact: true });
  await feed.getByRole('button').first().waitFor();
  await expect(async () => {
    await feed.evaluate((region) => {
      for (const one of region.querySelectorAll('*')) one.scrollTop = one.scrollHeight;
    });
    await expect(feed.getByText('End of activities')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 8_000, intervals: [50] });
};

export const account: readonly State[] = [
  {
    name: 'an account on its way',
    at: ACCOUNT,
    given: (server) => server.on('GET /api/accounts/{accountId}', 'hang'),
    see: ['Loading account data...'],
  },
  {
    name: 'an account',
    at: ACCOUNT,
    see: [
      'title: Product – Acme',
      'Acme',
      '3W',
      '6W',
      '12W',
      'Today',
      'Share',
      'Info',
      'Account Information',
      'acme.example',
      'Conversation with Elena Sorensen to Maya Lindqvist',
      'Email conversation',
      'Email from Elena Sorensen',
      'Meeting with Elena Sorensen',
      'Calendar Event',
      'note activity',
      'No title',
      'Unknown',
      'Pilot scope',
      'months ago',
    ],
  },
  { name: 'the end of its feed', at: ACCOUNT, act: scrollFeed, see: ['End of activities'] },
  {
    name: 'another window',
    at: ACCOUNT,
    act: (page) => page.getByText('6W', { exact: true }).click(),
    see: ['Account Information'],
    leadsTo: `${ACCOUNT}?timeline_window=6W`,
  },
  {
    name: 'an invalid window',
    at: `${ACCOUNT}?timeline_window=9W&timeline_end=2026-99-99`,
    see: ['Account Information'],
    leadsTo: ACCOUNT,
  },
  ...(
    [
      refusal(404, 'Not found'),
      data({}),
      data({ workspaceAccount: null }),
      speechless(403),
    ] as const
  ).map((outcome, index): State => ({
    name: `an account that is not there (${index})`,
    at: ACCOUNT,
    given: (server) => server.on('GET /api/accounts/{accountId}', outcome),
    see: [
      'Account Not Found',
      "The account could not be found or you don't have access to it.",
      'Back to Accounts',
    ],
  })),
  {
    name: 'an account that cannot be read, without a reason',
    at: ACCOUNT,
    given: (server) => server.on('GET /api/accounts/{accountId}', refusal(500, '')),
    see: ['Account Not Found', 'Failed to fetch account', 'Back to Accounts'],
  },
  {
    name: 'back to the accounts',
    at: ACCOUNT,
    given: (server) => server.on('GET /api/accounts/{accountId}', refusal(404, 'Not found')),
    act: (page) => page.getByRole('link', { name: 'Back to Accounts' }).click(),
    see: ['Columns'],
    leadsTo: '/northwind/sales/accounts',
  },
  {
    name: 'many participants, and what was done in this time',
    at: ACCOUNT,
    given: (server) =>
      server.on(
        TIMELINE,
        data({
          activities: [
            sample.meeting,
            {
              ...sample.email,
              participants: Array.from({ length: 8 }, (_, at) => ({
                name: `Person ${at}`,
                email: `person${at}@acme.example`,
                role: at === 0 ? 'from' : 'to',
              })),
            },
          ],
        }),
      ),
    see: ['more', '1 email', '1 meeting'],
  },
  ...(
    [
      [0, 'Today'],
      [1, 'Yesterday'],
      [4, '4 days ago'],
      [10, 'week'],
      [800, 'years ago'],
    ] as const
  ).map(([days, text]): State => ({
    name: `an account of ${days} days ago`,
    at: ACCOUNT,
    given: (server) =>
      server.on(
        'GET /api/accounts/{accountId}',
        data({ workspaceAccount: { ...sample.acme, createdAt: sample.daysAgo(days) } }),
      ),
    see: ['Account Information', text],
  })),
  {
    name: 'the information panel is closed and opened again',
    at: ACCOUNT,
    act: async (page) => {
      await press(page, 'Close account information');
      await expect(page.getByText('Account Information')).toHaveCount(0);
      await press(page, 'Info');
    },
    see: ['Account Information'],
  },
  {
    name: 'the timeline cannot move past today',
    at: ACCOUNT,
    act: async (page) => {
      await expect(page.getByRole('button', { name: /^Forward/ })).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeDisabled();
      await press(page, /^Back 3 weeks/);
      await expect(page).toHaveURL(/\?timeline_end=\d{4}-\d\d-\d\d$/);
      await press(page, 'Today');
    },
    see: ['Account Information'],
    leadsTo: ACCOUNT,
  },
  {
    name: 'its link is copied',
    at: ACCOUNT,
    act: (page) => press(page, 'Share'),
    see: ['Link copied to clipboard'],
  },
  {
    name: 'its link cannot be copied',
    at: ACCOUNT,
    act: async (page) => {
      await denyClipboard(page);
      await press(page, 'Share');
    },
    see: ['Failed to copy link'],
  },
  {
    name: 'an e-mail',
    at: openActivity(sample.email.id),
    see: ['Hello from Acme', 'Pilot scope'],
  },
  {
    name: 'a meeting',
    at: openActivity(sample.meeting.id),
    see: ['Room 4', 'Calendar Event'],
  },
  {
    name: 'a conversation',
    at: openActivity(sample.conversation.id),
    act: async (page) => {
      const panel = page.getByRole('complementary', { name: 'Conversation' });
      await panel.getByText('The last one').waitFor();
      await panel.getByRole('button', { name: /The question/ }).click();
    },
    see: ['Email conversation', 'The last one', 'Hello from Acme'],
  },
  {
    name: 'a call',
    at: openActivity(sample.call.id),
    see: ['Check-in', 'One', 'Two', 'Send the plan', '45 min'],
  },
  {
    name: 'the link of an activity is copied',
    at: openActivity(sample.email.id),
    act: (page) => press(page, 'Copy link to activity'),
    see: ['Activity link copied to clipboard'],
  },
  {
    name: 'an activity that cannot be read',
    at: openActivity(sample.email.id),
    given: (server) => server.on('GET /api/activities/{activityId}', refusal(500, '')),
    see: ['Failed to load activity details', 'Failed to fetch activity details', 'Close'],
  },
  {
    name: 'an activity that is not there',
    at: openActivity('nothing'),
    given: (server) => server.on('GET /api/activities/{activityId}', refusal(404, 'Not found')),
    see: ['Activity not found', 'Close'],
  },
  {
    name: 'a transcript',
    at: openActivity(sample.call.id),
    act: openTranscript,
    see: ['The pilot starts', 'Elena'],
  },
  {
    name: 'a transcript on its way',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, 'hang'),
    act: openTranscript,
    see: ['Loading transcript...'],
  },
  {
    name: 'no transcript',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, data({ transcriptSentences: [] })),
    act: openTranscript,
    see: [
      'Transcript not available',
      'This meeting may still be processing or the transcript is no longer available.',
    ],
  },
  {
    name: 'a transcript that is rationed',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, refusal(429, 'Slow down', 'RATE_LIMITED')),
    act: async (page) => {
      await openTranscript(page);
      await page.getByText('Temporarily unavailable').waitFor();
      await press(page, 'Try Again');
    },
    see: [
      'Temporarily unavailable',
      'API rate limit reached. Please try again later.',
      'Try Again Later',
    ],
  },
  {
    name: 'a transcript without a connection',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, refusal(502, 'No', 'NETWORK_ERROR')),
    act: openTranscript,
    see: ['Connection error', 'Please check your connection and try again.'],
  },
  ...(
    [
      [refusal(500, 'Broken at the other end', 'UNKNOWN_ERROR'), 'Broken at the other end'],
      [data({}), 'Failed to load transcript'],
    ] as const
  ).map(([outcome, text]): State => ({
    name: `a transcript that cannot be loaded: ${text}`,
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, outcome),
    act: openTranscript,
    see: ['Unable to load transcript', text],
  })),
  {
    name: 'a timeline that cannot be read',
    at: ACCOUNT,
    given: (server) => server.on(TIMELINE, speechless(500)),
    see: ['Acme', 'Try Again'],
  },
];

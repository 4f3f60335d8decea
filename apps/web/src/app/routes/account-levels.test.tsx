import type { AccessView } from '@repo/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { detail, email, PAGE } from '#test/account-samples.ts';
import { mockEndpoint } from '#test/api.ts';
import { entry, openPage, panel, setUpAccount } from '#test/open-account.ts';
import { sampleId } from '#test/samples.ts';
import { readSession } from '#lib/session/session-store.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const ACTIVITY = 'GET /api/activities/{activityId}';

setUpAccount();

test('an activity below full says what is missing, and whose it is', async () => {
  serveAtLevel('full');
  const user = { name: 'Ann', email: 'ann@home.example' };
  mockEndpoint(ACTIVITY, () => ({
    activity: detail(email, { level: 'subject', user, contributors: [user] }),
  }));
  openPage(`?activity=${email.id}`);
  await entry(/^Email from/);
  const opened = within(await panel('Email'));
  expect(await opened.findByText('Shared by Ann without its text.')).toBeDefined();
  expect(opened.queryByRole('button', { name: 'Keep this private' })).toBeNull();
});

test('one’s own conversation is kept private after a question', async () => {
  serveAtLevel('full');
  const kept: string[] = [];
  const own = () => ({ name: 'Me', email: readSession().user?.email ?? '' });
  mockEndpoint(ACTIVITY, () => ({ activity: detail(email, { contributors: [own()] }) }));
  mockEndpoint('POST /api/activities/{activityId}/private', ({ params }) => {
    kept.push(params['activityId'] ?? '');
    return { conversationId: sampleId() };
  });
  const app = openPage(`?activity=${email.id}`);
  const opened = within(await panel('Email'));
  await app.user.click(await opened.findByRole('button', { name: 'Keep this private' }));
  expect(kept).toEqual([]);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Keep This Private' }));
  await app.user.click(dialog.getByRole('button', { name: 'Keep Private' }));
  await waitFor(() => expect(kept).toEqual([email.id]));
  await waitFor(() => expect(app.address()).toBe(PAGE));
});

const ann = { name: 'Ann', email: 'ann@home.example' };

test('what a colleague shows in part is asked for, once', async () => {
  serveAtLevel('full');
  let access: AccessView = { state: 'none' };
  const asked: string[] = [];
  mockEndpoint(ACTIVITY, () => ({
    activity: detail(email, { level: 'subject', user: ann, contributors: [ann], access }),
  }));
  mockEndpoint('POST /api/activities/{activityId}/access', ({ params }) => {
    asked.push(params['activityId'] ?? '');
    access = { state: 'asked', askedAt: '2026-03-03T12:00:00.000Z' };
    return { access };
  });
  const app = openPage(`?activity=${email.id}`);
  const opened = within(await panel('Email'));
  await app.user.click(await opened.findByRole('button', { name: 'Ask for Access' }));
  expect(
    await opened.findByText(/without its text\. You asked on Mar 3, no answer yet\.$/),
  ).toBeDefined();
  expect(asked).toEqual([email.id]);
  expect(opened.queryByRole('button', { name: 'Ask for Access' })).toBeNull();
});

test('a text that is for those who took part says so, and how to read it', async () => {
  serveAtLevel('full');
  const access: AccessView = { state: 'none', isForParticipants: true };
  mockEndpoint(ACTIVITY, () => ({
    activity: detail(email, { level: 'subject', user: ann, contributors: [ann], access }),
  }));
  openPage(`?activity=${email.id}`);
  const opened = within(await panel('Email'));
  expect(
    await opened.findByText('Shared by Ann. Only those who took part can read the text.'),
  ).toBeDefined();
  expect(opened.getByRole('button', { name: 'Ask for Access' })).toBeDefined();
  expect(opened.queryByText('This message has no text.')).toBeNull();
});

test.each<[AccessView, RegExp]>([
  [{ state: 'declined', askedAt: '2026-03-03T12:00:00.000Z' }, /You asked on Mar 3: declined\.$/],
  [{ state: 'asked' }, /You asked, no answer yet\.$/],
])('an answer is shown: %j', async (access, text) => {
  serveAtLevel('full');
  mockEndpoint(ACTIVITY, () => ({
    activity: detail(email, { level: 'subject', user: ann, contributors: [ann], access }),
  }));
  openPage(`?activity=${email.id}`);
  expect(await within(await panel('Email')).findByText(text)).toBeDefined();
});

test('what was granted says who gave access, and until when', async () => {
  serveAtLevel('full');
  const access: AccessView = { state: 'granted', lastDay: '2026-12-06' };
  mockEndpoint(ACTIVITY, () => ({
    activity: detail(email, { user: ann, contributors: [ann], access }),
  }));
  openPage(`?activity=${email.id}`);
  expect(
    await within(await panel('Email')).findByText(
      'Ann gave you access until Dec 6, 2026. Other colleagues see less of it.',
    ),
  ).toBeDefined();
});

test.each(['full', 'specification'] as const)(
  'a server (%s) that says nothing about access offers no button',
  async (level) => {
    serveAtLevel(level);
    const access: AccessView | undefined = level === 'full' ? undefined : { state: 'none' };
    mockEndpoint(ACTIVITY, () => ({
      activity: detail(email, { level: 'subject', user: ann, contributors: [ann], access }),
    }));
    openPage(`?activity=${email.id}`);
    const opened = within(await panel('Email'));
    await opened.findByRole('heading', { level: 3 });
    expect(opened.queryByRole('button', { name: 'Ask for Access' })).toBeNull();
  },
);

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
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Keep this private' }));
  await app.user.click(dialog.getByRole('button', { name: 'Keep Private' }));
  await waitFor(() => expect(kept).toEqual([email.id]));
  await waitFor(() => expect(app.address()).toBe(PAGE));
});

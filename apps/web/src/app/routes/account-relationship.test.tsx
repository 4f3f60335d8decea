import { addDays } from '@repo/domain/time/business-day';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { today } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { openPage, panel, RELATIONSHIP, setUpAccount } from '#test/open-account.ts';

setUpAccount();
beforeEach(() => serveAtLevel('full'));

const relationship = {
  label: 'regular' as const,
  lastDay: addDays(today, -45),
  lastDayByUs: addDays(today, -45),
  lastDayByThem: null,
  recentDays: 0,
  daysInTouch: 7,
  daysBefore: 9,
  nextMeetingAt: null,
  isGoingQuiet: true,
  quietDismissal: null as { until: string; by: string } | null,
};

test('the information panel says how strong the relationship is, and leads to the days', async () => {
  mockEndpoint(RELATIONSHIP, () => ({ relationship }));
  openPage();
  const days = await screen.findByRole('link', {
    name: 'Last in touch 6 weeks ago',
  });
  expect(days.getAttribute('href')).toMatch(/\/accounts\/[^/]+\/people$/);
  const quiet = within(await panel('Account Information')).getByRole('link', {
    name: 'No contact for 6 weeks; before, 9 days in 12 weeks',
  });
  expect(quiet.getAttribute('href')).toContain(`?timeline_end=${addDays(today, -45)}`);
  await expectAccessible();
});

test('an account that is going quiet can be dismissed for a time, and named again', async () => {
  let dismissal: typeof relationship.quietDismissal = null;
  mockEndpoint(RELATIONSHIP, () => ({
    relationship: {
      ...relationship,
      isGoingQuiet: dismissal === null,
      quietDismissal: dismissal,
    },
  }));
  const sent: unknown[] = [];
  mockEndpoint('PUT /api/accounts/{accountId}/quiet-dismissal', ({ body }) => {
    const { until } = body as { until: string | null };
    sent.push(until);
    dismissal = until === null ? null : { until, by: 'Ada' };
    return {};
  });
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Dismiss that Acme is going quiet' }));
  await user.click(await screen.findByRole('menuitem', { name: 'For 1 week' }));
  expect((await screen.findByText(/^Not listed as going quiet until/)).textContent).toContain(
    'dismissed by Ada',
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('No contact for 6 weeks; before, 9 days in 12 weeks');
  expect(sent).toEqual([addDays(today, 7), null]);
});

test('without anything shared it says so, and a failure can be tried again', async () => {
  mockEndpoint(RELATIONSHIP, () => failure('UNKNOWN_ERROR', 'Out of order'));
  const { user } = openPage();
  const again = await screen.findByRole('button', { name: 'Try Again' });
  mockEndpoint(RELATIONSHIP, () => ({ relationship: null }));
  await user.click(again);
  expect(
    await screen.findByText('No contact with a person is shared with this workspace'),
  ).toBeTruthy();
});

test('a server that does not know relationships is not asked for one', async () => {
  serveAtLevel('specification');
  let asked = 0;
  mockEndpoint(RELATIONSHIP, () => {
    asked += 1;
    return { relationship: null };
  });
  openPage();
  await within(await panel('Account Information')).findByText('Participants');
  expect(screen.queryByText('Relationship')).toBeNull();
  expect(asked).toBe(0);
});

import type { PrivateMeeting } from '@repo/contract/private-meetings';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { mockImportPreferences } from '#test/mock-import-preferences.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

let meetings: PrivateMeeting[];
let asked: { id: string | undefined; isShared: boolean }[];

const meeting = (title: string, given: Partial<PrivateMeeting> = {}): PrivateMeeting => ({
  id: sampleId(),
  title,
  startsAt: '2026-03-02T15:00:00.000Z',
  isAllDay: false,
  isShared: false,
  ...given,
});

beforeEach(() => {
  serveAtLevel('full');
  meetings = [meeting('Board'), meeting('Merger', { isShared: true }), meeting(' ')];
  asked = [];
  mockImportPreferences();
  mockEndpoint('GET /api/private-meetings', () => ({ meetings }));
  mockEndpoint('PUT /api/private-meetings/{meetingId}/share', ({ params, body }) => {
    asked.push({ id: params['meetingId'], ...(body as { isShared: boolean }) });
    return {};
  });
});

const open = () => renderApp('/import-preferences', { as: sampleUser() });

test('lists private meetings, shares one and keeps another private, where they stand', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Share with Colleagues: Board/ }));
  await user.click(await screen.findByRole('button', { name: /^Keep Private: Merger/ }));
  await screen.findByRole('button', { name: /^Share with Colleagues: Merger/ });
  expect(asked).toEqual([
    { id: meetings[0]?.id, isShared: true },
    { id: meetings[1]?.id, isShared: false },
  ]);
  const buttons = screen.getAllByRole('button', { name: /: (Board|Merger|No title), Mar 2, 2026/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Keep Private',
    'Share with Colleagues',
    'Share with Colleagues',
  ]);
  await expectAccessible();
});

test('shows ten at first, and a day without a time for one that takes all day', async () => {
  meetings = Array.from({ length: 12 }, (_, index) => meeting(`Number ${index}`));
  meetings[0] = meeting('Retreat', { isAllDay: true, startsAt: '2026-03-02T08:00:00.000Z' });
  const { user } = open();
  const entries = () => screen.queryAllByRole('button', { name: /^Share with Colleagues/ });
  await waitFor(() => expect(entries()).toHaveLength(10));
  expect(entries()[0]?.getAttribute('aria-label')).toBe(
    'Share with Colleagues: Retreat, Mar 2, 2026',
  );
  await user.click(screen.getByRole('button', { name: 'Show All 12' }));
  expect(entries()).toHaveLength(12);
});

test('says that one could not be shared, and lists again what holds', async () => {
  mockEndpoint('PUT /api/private-meetings/{meetingId}/share', () =>
    failure('NOT_FOUND', 'Meeting not found'),
  );
  const { user } = open();
  const share = await screen.findByRole('button', { name: /^Share with Colleagues: Board/ });
  meetings = meetings.slice(1);
  await user.click(share);
  await screen.findByText('Meeting not found');
  await waitFor(() => expect(screen.queryByText('Board')).toBeNull());
});

test.each([
  ['without private meetings', 'full', 0],
  ['on a server of the specification', 'specification', 1],
] as const)('is not there %s', async (_, level, count) => {
  meetings = meetings.slice(0, count);
  serveAtLevel(level);
  open();
  await screen.findByRole('heading', { name: 'Import Preferences' });
  await screen.findByText(/No domains/i);
  expect(screen.queryByText('Private meetings')).toBeNull();
});

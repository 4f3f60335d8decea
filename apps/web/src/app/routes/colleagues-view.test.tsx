import type { ComparedActivity } from '@repo/contract/shares';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { mockImportPreferences } from '#test/mock-import-preferences.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const VIEW = 'GET /api/accounts/domains/{id}/as-colleagues-see';

const sales = sampleWorkspace('Sales');
const domainId = sampleId();
const accountId = sampleId();
const bob = { name: 'Bob', email: 'bob@home.example' };

const shown = (level?: ShareLevel): NonNullable<ComparedActivity['shown']> => ({
  id: sampleId(),
  type: 'email',
  title: level === 'activity' ? '' : 'As shown',
  summary: level === undefined ? 'Its text' : '',
  occurredAt: '2026-03-02T15:00:00.000Z',
  side: 'external',
  user: bob,
  contributors: [bob],
  participants: [],
  ...(level !== undefined && { level }),
});

const activity = (title: string, rest: Partial<ComparedActivity> = {}): ComparedActivity => ({
  id: sampleId(),
  type: 'email',
  title,
  occurredAt: '2026-03-02T15:00:00.000Z',
  shown: shown(),
  isByColleague: false,
  ...rest,
});

let activities: ComparedActivity[];
let level: ShareLevel;
let participantsOnly: boolean | undefined;
let colleagues: { total: number; first: { name: string; email: string }[] };
let withheld: { privateConversations: number; privateMeetings: number };

beforeEach(() => {
  serveAtLevel('full');
  activities = [activity('Offer')];
  level = 'full';
  participantsOnly = undefined;
  colleagues = { total: 1, first: [bob] };
  withheld = { privateConversations: 0, privateMeetings: 0 };
  mockImportPreferences();
  mockEndpoint(VIEW, () => ({
    domain: 'acme.example',
    workspace: { id: sales.id, name: 'Sales' },
    account: { id: accountId, name: 'Acme' },
    level,
    ...(participantsOnly !== undefined && { participantsOnly }),
    isChanging: false,
    colleagues,
    withheld,
    activities,
  }));
});

const open = () =>
  renderApp(`/import-preferences/as-colleagues-see/${domainId}`, {
    as: sampleUser(),
    workspaces: [sales],
  });

/** The two cells of each row, in words. */
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Your activities with acme.example' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
};

test('says who sees what in one sentence, and what each colleague reads of each activity', async () => {
  withheld = { privateConversations: 2, privateMeetings: 1 };
  activities = [
    activity('Offer'),
    activity('Below', { shown: shown('subject') }),
    activity('Lawyer', { shown: shown('activity'), reason: 'protected-address' }),
    activity('Secret', { shown: null, reason: 'private-conversation' }),
    activity('Board', { type: 'calendar', shown: null, reason: 'private-meeting' }),
    activity('Blind', { shown: null, reason: 'hidden-recipient' }),
    activity('New', { shown: null }),
    activity('Theirs', { isByColleague: true, reason: 'private-conversation' }),
  ];
  open();
  expect((await rows()).map(([, cell]) => cell)).toEqual([
    'As shownIts text',
    'As shownNo text',
    'Only the day and the kindHas a protected address',
    'NothingKept private',
    'NothingMarked as private in your calendar',
    'NothingOnly in Bcc',
    'NothingIt is being shared now',
    'As shownBob has it too',
  ]);
  expect(
    screen.getByText(
      'Sales, 1 colleague: Everything, without 2 conversations that are kept private and 1 private meeting.',
    ),
  ).toBeTruthy();
  await expectAccessible();
});

test('opens what is shown in the account, and nothing for what is not', async () => {
  activities = [activity('Offer'), activity('Secret', { shown: null })];
  open();
  const [first] = activities;
  expect((await screen.findByRole('link', { name: 'Offer' })).getAttribute('href')).toBe(
    `/${sales.organization.slug}/${sales.slug}/accounts/${accountId}?activity=${first?.shown?.id}`,
  );
  expect(screen.queryByRole('link', { name: 'Secret' })).toBeNull();
});

test('changes the level where it is seen', async () => {
  mockEndpoint('PUT /api/accounts/domains/level', ({ body }) => {
    const change = body as { domainIds: string[]; level: ShareLevel };
    level = change.level;
    return { results: change.domainIds.map((id) => ({ domainId: id, level: change.level })) };
  });
  const { user } = open();
  await user.click(await screen.findByRole('combobox', { name: 'Colleagues see' }));
  await user.click(await screen.findByRole('option', { name: 'Subjects' }));
  expect(await screen.findByText('Sales, 1 colleague: Subjects.')).toBeTruthy();
});

test.each([
  [0, [], 'No one else is a member of Sales yet.'],
  [1, ['Bob'], 'Bob sees the same'],
  [2, ['Ann', 'Bob'], 'Ann and Bob both see the same'],
  [9, ['A', 'B', 'C', 'D', 'E', 'F'], 'A, B, C, D, E and 4 more all see the same'],
])('names %i colleagues', async (total, names, text) => {
  colleagues = { total, first: names.map((name) => ({ name, email: `${name}@home.example` })) };
  open();
  expect(await screen.findByText((content) => content.startsWith(text))).toBeTruthy();
});

test('says that a domain is not shared, and leads back', async () => {
  mockEndpoint(VIEW, () => failure('NOT_FOUND', 'acme.example is not shared.'));
  open();
  await screen.findByRole('heading', { level: 1, name: 'Not Shared' });
  expect(
    within(screen.getByRole('main')).getByRole('link', { name: 'Back to Import Preferences' }),
  ).toBeTruthy();
});

test('can be tried again after a failure', async () => {
  mockEndpoint(VIEW, () => failure('UNKNOWN_ERROR', 'Broken'));
  open();
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
});

test('says nowhere that colleagues see a text that is for those who took part', async () => {
  participantsOnly = true;
  activities = [activity('Offer', { shown: shown('subject'), reason: 'participants-only' })];
  open();
  expect((await rows()).map(([, cell]) => cell)).toEqual([
    'As shownText only for those who took part',
  ]);
  const page = screen.getByRole('main').textContent;
  expect(page).toContain(
    'Sales, 1 colleague: Everything, but the text only for those who took part.',
  );
  expect(page).toContain('Only those who took part can read the text.');
  expect(page).toContain('Those who took part in a conversation can read its text, too.');
  expect(page).not.toContain('the full text');
});

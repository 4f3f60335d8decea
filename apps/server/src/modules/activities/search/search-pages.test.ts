import type { SearchResult } from '@repo/contract/activity-search';
import { limits } from '@repo/contract/limits';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isLong } from '#test/long-tests.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { sampleMail } from '../sample-mail.fixture.ts';
import { searchActivities } from './search-activities.ts';

/*
 * A search in parts, each of which ends after a day as its time is over, finds what a search without
 * any limit of time finds.
 */

/** Longer than any search takes here. */
const ENOUGH_MS = 60_000;
const DAY_MS = 86_400_000;
const words = ['alpha', 'beta', 'gamma', 'delta'];
const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
/** How many days ago activities have each set of the words. */
const wordDays = [25, 26, 27, 29, 30, 301, 302, 303, 304];
/** The days with more activities than are tested one by one before the index of words is used. */
const fullDays = [0, 28, 300];
const full = { activities: 410, withWord: 15 };

/** What is there to be found. */
let captured: ReturnType<typeof sampleMail>[];
let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let ben: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  ben = await app.make.member(workspace.id, { name: 'Ben' });
  const other = await app.make.workspace();
  const outsider = await app.make.member(other.id);
  await tracking(app).makeAccount(ann, workspace.id);
  await tracking(app).makeAccount(outsider, other.id);
  const fillers = fullDays.flatMap((daysAgo) =>
    Array.from({ length: full.activities }, (_, index) =>
      sampleMail({
        // In the oldest of the day, some of which are tested one by one.
        title: index < full.activities - full.withWord ? 'Filler' : 'Filler alpha',
        occurredAt: new Date(noon - daysAgo * DAY_MS - Math.floor(index / 4) * 1_000),
      }),
    ),
  );
  const mails = wordDays.flatMap((daysAgo, shift) =>
    Array.from({ length: 16 }, (_, index) =>
      sampleMail({
        title: words.filter((_, bit) => ((index + shift) >> bit) % 2 === 1).join(' '),
        // Several at the same instant.
        occurredAt: new Date(noon - daysAgo * DAY_MS + Math.floor(index / 3) * 60_000),
        ...(index % 4 === 0 && {
          bcc: [{ name: 'Hilda', email: 'hilda@acme.com', role: 'other' as const }],
        }),
      }),
    ),
  );
  captured = [...fillers, ...mails];
  await tracking(app).capture(ann, captured);
  await tracking(app).capture(outsider, mails);
  const { data } = await tracking(app).importOne(ben.token, 'globex.com', workspace.id);
  await tracking(app).capture(
    ben,
    [...wordDays, ...fullDays].map((daysAgo) =>
      sampleMail({
        title: `${words.join(' ')} of a deleted account`,
        // The newest of the day that match.
        occurredAt: new Date(noon - daysAgo * DAY_MS + 3_600_000),
        participants: [{ name: 'Zoe', email: 'zoe@globex.com', role: 'from' }],
      }),
    ),
  );
  await app.db
    .updateTable('workspace_accounts')
    .set({ deleted_at: new Date() })
    .where('id', '=', data.results[0]?.workspaceAccount?.id ?? '')
    .execute();
});
afterAll(() => app.close());

type Query = Parameters<typeof searchActivities>[3];

/** All pages of a search, each of which may take that long. */
async function readPages(reader: MadePerson, query: Query, budgetMs: number) {
  const pages = [];
  let before: string | undefined;
  do {
    const page = await searchActivities(
      app.db,
      reader.id,
      workspace.id,
      { ...query, ...(before !== undefined && { before }) },
      budgetMs,
    );
    pages.push(page);
    before = page.next;
    expect(pages.length).toBeLessThan(60);
  } while (before !== undefined);
  return pages;
}

const listOf = (pages: readonly { results: readonly SearchResult[] }[]) =>
  pages.flatMap(({ results }) =>
    results.map(({ id, title, occurredAt }) => ({ id, title: title.text, occurredAt })),
  );

const day = fc
  .constantFrom(0, 1, ...wordDays, ...fullDays, 1_000)
  .map((ago) => new Date(noon - ago * DAY_MS).toISOString().slice(0, 10));

/** The times and titles of everything that has these words and that the reader may see. */
function expectedOf(
  isBen: boolean,
  searched: readonly string[],
  { from = '', until = '9999' }: { from?: string | undefined; until?: string | undefined },
): string[] {
  const isFound = ({ title, bcc, occurredAt }: (typeof captured)[number]) => {
    const has = title.toLowerCase().split(' ');
    // At noon in UTC it is the same day in the time zone of the workspace.
    const date = occurredAt.toISOString().slice(0, 10);
    return (
      searched.every((word) => has.includes(word) || (word === 'hilda' && bcc && !isBen)) &&
      date >= from &&
      date <= until
    );
  };
  return captured
    .filter(isFound)
    .map(({ title, occurredAt }) => `${occurredAt.toISOString()} ${title}`)
    .toSorted();
}

test('parts that end by time are together what is found without a limit, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...words, 'filler', 'hilda'), { minLength: 1, maxLength: 3 }),
      fc.option(day, { nil: undefined }),
      fc.option(day, { nil: undefined }),
      fc.boolean(),
      // Milliseconds: a day, or as many days as it takes.
      fc.constantFrom(0, 0, 3, 6),
      async (searched, from, until, isBen, budgetMs) => {
        const reader = isBen ? ben : ann;
        const q = searched.map((word, index) => (index % 2 ? `"${word}"` : word)).join(' ');
        const query = { q, ...(from && { from }), ...(until && { until }) };
        const parts = listOf(await readPages(reader, query, budgetMs));
        const whole = listOf(await readPages(reader, query, ENOUGH_MS));
        expect(parts).toEqual(whole);
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
        const order = parts.map(({ occurredAt, id }) => `${occurredAt} ${id}`);
        expect(order).toEqual(order.toSorted().toReversed());
        const shown = parts.map(({ occurredAt, title }) => `${occurredAt} ${title}`);
        expect(shown.toSorted()).toEqual(expectedOf(isBen, searched, { from, until }));
      },
    ),
    { numRuns: isLong ? 300 : 30 },
  );
});

describe('a search whose time is over', () => {
  test('returns what it found, how far it came and where to continue', async () => {
    const pages = await readPages(ann, { q: 'alpha' }, 0);
    expect(pages.at(-1)).not.toHaveProperty('searchedSince');
    expect(listOf(pages)).toHaveLength(8 * wordDays.length + full.withWord * fullDays.length);
    const unfinished = pages.filter(({ searchedSince }) => searchedSince !== undefined);
    expect(unfinished.map(({ next }) => next)).toEqual(
      unfinished.map(({ searchedSince }) => searchedSince),
    );
    const [first] = unfinished;
    expect(first?.results).toHaveLength(full.withWord);
    expect(first?.searchedSince).toBe(new Date(noon - DAY_MS / 2).toISOString());
  });

  test('comes to its end where nothing matches', async () => {
    const pages = await readPages(ann, { q: 'alpha absent' }, 0);
    expect(listOf(pages)).toEqual([]);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.slice(0, -1).every(({ searchedSince }) => searchedSince !== undefined)).toBe(true);
  });

  test('says nothing of it when its page is full', async () => {
    const [page] = await readPages(ann, { q: 'filler' }, 0);
    expect(page?.results).toHaveLength(limits.searchPageSize);
    expect(page).not.toHaveProperty('searchedSince');
  });

  test('does not continue before the first day that is asked for', async () => {
    const from = new Date(noon - 26 * DAY_MS).toISOString().slice(0, 10);
    const pages = await readPages(ann, { q: 'absent', from }, 0);
    const sinces = pages.flatMap(({ searchedSince = [] }) => searchedSince);
    expect(sinces.every((since) => since.slice(0, 10) > from)).toBe(true);
  });
});

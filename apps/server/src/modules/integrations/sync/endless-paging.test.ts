import { expect, describe, it, test } from 'vitest';
import { connect, ended, readIntegration, startSourceLab, syncAgain } from '#test/source-lab.ts';
import { countPage, MAX_PAGES, type PagesRead } from '../reading/page-limit.ts';

/** Listings that never end. */
const endless: Record<string, (token: string | undefined) => string> = {
  'the same token': () => 'again',
  'tokens in a circle': (token) => String((Number(token ?? 0) + 1) % 7),
};

describe.each(Object.entries(endless))('a provider that returns %s', (_, follow) => {
  it('is stopped while listing, and reported to the user', async () => {
    let pages = 0;
    const app = await startSourceLab(() => ({
      list: async (_window, token) => {
        pages += 1;
        return { ids: [], nextPageToken: follow(token), total: undefined };
      },
    }));
    const person = await connect(app);
    expect(await ended(app, person)).toMatchObject({
      lastError: expect.stringContaining('Gmail keeps returning the same pages'),
      lastSync: { outcome: 'failed' },
    });
    expect(pages).toBeLessThan(30);

    // Until it is retried it costs nothing, and it is not forgotten.
    const before = pages;
    await syncAgain(app);
    expect(await ended(app, person)).toMatchObject({
      lastError: expect.stringContaining('Gmail keeps returning the same pages'),
    });
    expect(pages).toBe(before);
  });

  it('has the reading of changes stopped', async () => {
    let pages = 0;
    const app = await startSourceLab(() => ({
      changes: async ({ token }) => {
        pages += 1;
        const next = { token: follow(token as string | undefined) };
        return { changed: [], removed: [], next, isLast: false };
      },
    }));
    const person = await connect(app);
    expect(await ended(app, person)).toMatchObject({
      lastError: expect.stringContaining('Gmail keeps returning the same pages'),
    });
    expect(pages).toBeLessThan(30);
  });

  it('has the reading of changes stopped, whose cursor remains', async () => {
    let pages = 0;
    const app = await startSourceLab(() => ({
      changes: async (_cursor, progress) => {
        pages += 1;
        const next = { token: follow(progress?.['token'] as string | undefined) };
        return { changed: [], removed: [], next, isProgress: true, isLast: false };
      },
    }));
    const person = await connect(app);
    expect(await ended(app, person)).toMatchObject({
      lastError: expect.stringContaining('Gmail keeps returning the same pages'),
    });
    expect(pages).toBeLessThan(30);
  });
});

it('stops a listing with another token each time, and begins it again later', async () => {
  let [pages, isEndless] = [0, true];
  const app = await startSourceLab(() => ({
    list: async (_window, token) => {
      pages += 1;
      const next = isEndless || pages < 3 ? String(Number(token ?? 0) + 1) : undefined;
      return { ids: [], nextPageToken: next, total: undefined };
    },
  }));
  const person = await connect(app);
  const nearlyAll = async () => {
    await app.db
      .updateTable('sync_tasks')
      .set({ pages: MAX_PAGES - 1 })
      .execute();
    return (await readIntegration(app, person)).lastSync?.outcome;
  };
  await expect.poll(nearlyAll, { timeout: 15_000 }).toBe('failed');
  expect(await readIntegration(app, person)).toMatchObject({
    lastError: expect.stringContaining('Gmail keeps returning more pages without an end'),
  });
  const tasks = () => app.db.selectFrom('sync_tasks').selectAll().execute();
  expect(await tasks()).toMatchObject([{ page_token: null, processed: 0 }]);

  [pages, isEndless] = [0, false];
  await app.db
    .updateTable('sync_tasks')
    .set({ pages: 0, stopped_until: new Date(0) })
    .execute();
  await syncAgain(app);
  const healed = await ended(app, person);
  expect([healed.lastError, healed.lastSync?.outcome]).toEqual([undefined, 'done']);
  expect([pages, await tasks()]).toEqual([3, []]);
});

it('stops reading changes after as many pages in all, and heals when they end', async () => {
  let [pages, isEndless] = [0, true];
  const app = await startSourceLab(() => ({
    position: async () => ({ page: 0 }),
    changes: async () => {
      pages += 1;
      return { changed: [], removed: [], next: { page: pages }, isLast: !isEndless };
    },
  }));
  const person = await connect(app);
  await expect.poll(() => pages, { timeout: 10_000 }).toBeGreaterThan(3);
  await app.db
    .updateTable('integrations')
    .set({ change_pages: MAX_PAGES - 5 })
    .execute();
  expect(await ended(app, person)).toMatchObject({
    lastError: expect.stringContaining('Gmail keeps returning more pages without an end'),
  });
  const before = pages;
  await syncAgain(app);
  await ended(app, person);
  expect(pages).toBe(before + 1);

  isEndless = false;
  await syncAgain(app);
  expect((await ended(app, person)).lastError).toBeUndefined();
});

it.each([
  { what: 'when it is over', options: { turn: 300 } },
  { what: 'earlier while they wait', options: { shortTurn: 300 } },
])('gives others their turn while some never end, $what', async ({ options }) => {
  // No page twice: after a failure fewer of them would be synced at the same time.
  let page = 0;
  const app = await startSourceLab((source) => {
    if (source !== 'endless') return {};
    return {
      changes: async () => ({ changed: [], removed: [], next: { page: ++page }, isLast: false }),
    };
  }, options);
  // As many as one process syncs at the same time.
  for (let count = 0; count < 6; count += 1) await connect(app, 'endless');
  const leased = () =>
    app.db.selectFrom('integrations').select('id').where('lease_id', 'is not', null).execute();
  await expect.poll(async () => (await leased()).length, { timeout: 10_000 }).toBe(6);
  const person = await connect(app);
  expect(await ended(app, person)).toMatchObject({ lastSync: { outcome: 'done' } });
});

it('gives little time to one whose last sync failed, and the usual time after it', async () => {
  /** The pages of each turn. */
  const turns: number[] = [];
  let page = 0;
  const app = await startSourceLab(
    () => {
      const turn = turns.push(0) - 1;
      return {
        changes: async () => {
          turns[turn] = (turns[turn] ?? 0) + 1;
          return { changed: [], removed: [], next: { page: ++page }, isLast: false };
        },
      };
    },
    { shortTurn: -1 },
  );
  await connect(app, 'me@home.example', 1);
  await expect.poll(() => turns[1], { timeout: 10_000 }).toBeGreaterThan(20);
  expect(turns).toEqual([1, expect.any(Number)]);
});

test.each([1, 2, 3, 10, 100, 1_000])('circles of %i pages are noticed in time', (length) => {
  for (const lead of [0, 1, 7, 500]) {
    const tokenOf = (page: number) => String(page < lead ? `lead ${page}` : (page - lead) % length);
    let read: PagesRead = { pages: 0, earlierToken: null };
    let current: string | null = null;
    for (let page = 0; ; page += 1) {
      const next = tokenOf(page);
      const { stop, ...counted } = countPage(read, { current, next });
      if (stop === 'repeats') break;
      [read, current] = [counted, next];
      expect(page).toBeLessThanOrEqual(3 * (lead + length));
    }
    expect(read.pages).toBeGreaterThanOrEqual(Math.min(lead + length, length));
  }
});

it('ends a turn between two pages when others wait for what its source occupies', async () => {
  let [pages, opened] = [0, 0];
  const app = await startSourceLab(() => {
    opened += 1;
    return {
      changes: async ({ at }) => {
        pages += 1;
        const next = { at: Number(at) + 1 };
        return { changed: [], removed: [], next, isLast: Number(at) >= 3 };
      },
      isWanted: () => true,
    };
  });
  const person = await connect(app);
  expect(await ended(app, person)).toMatchObject({ lastSync: { outcome: 'done' } });
  await expect.poll(() => pages, { timeout: 15_000 }).toBeGreaterThan(3);
  // Each of its turns read one page of what it had changed.
  expect(opened).toBeGreaterThanOrEqual(pages);
});

it('goes on at once with changes that a turn did not read to their end', async () => {
  let [at, end] = [0, 0];
  const app = await startSourceLab(() => ({
    changes: async () => {
      at += 1;
      return { changed: [], removed: [], next: { at }, isLast: at >= end };
    },
    isWanted: () => true,
  }));
  const person = await connect(app);
  const tasks = () => app.db.selectFrom('sync_tasks').select('id').execute();
  await ended(app, person);
  await expect.poll(tasks, { timeout: 15_000 }).toEqual([]);
  end = at + 5;
  await syncAgain(app);
  await expect.poll(() => at, { timeout: 15_000 }).toBe(end);
});

it('reads a page of a task in a turn that reading the changes has used up', async () => {
  let pages = 0;
  const app = await startSourceLab(() => ({
    list: async () => {
      pages += 1;
      return { ids: [], nextPageToken: pages < 3 ? String(pages) : undefined, total: undefined };
    },
    isWanted: () => true,
  }));
  await connect(app);
  await expect.poll(() => pages, { timeout: 15_000 }).toBe(3);
});

import { expect, it } from 'vitest';
import { connect, ended, startSourceLab, syncAgain } from '#test/source-lab.ts';
import { ProviderError } from '../provider-error.ts';
import type { ActivitySource } from '../provider/activity-source.ts';

const nothing = { changed: [], removed: [] };

/** A mailbox whose cursor moves on every third page. */
const inThrees: ActivitySource['changes'] = async ({ at }, progress) => {
  const pages = Number(progress?.['pages'] ?? 0) + 1;
  return pages < 3
    ? { ...nothing, next: { pages }, isProgress: true, isLast: false }
    : { ...nothing, next: { at: Number(at) + 1 }, isLast: true };
};

/** A person whose mailbox reads changes in this way, and what was read from and is stored. */
async function startWith(changes: ActivitySource['changes'], readsOnePage = false) {
  const from: unknown[] = [];
  const app = await startSourceLab(() => ({
    changes: async (...position) => {
      from.push(position);
      return changes(...position);
    },
    isWanted: () => readsOnePage,
  }));
  const person = await connect(app);
  return {
    app,
    person,
    from,
    stored: async () => {
      const row = await app.db
        .selectFrom('integrations')
        .select(['cursor', 'change_progress as progress', 'change_pages as pages'])
        .executeTakeFirstOrThrow();
      return row;
    },
  };
}

it('continues after the stored progress in the next turn, and clears it with the last page', async () => {
  const { app, person, from, stored } = await startWith(inThrees, true);
  // A turn for each page: each has what the one before it stored.
  await expect.poll(() => from.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);
  await ended(app, person);
  expect(from.slice(0, 3)).toEqual([
    [{ at: 0 }, undefined],
    [{ at: 0 }, { pages: 1 }],
    [{ at: 0 }, { pages: 2 }],
  ]);
  await expect.poll(stored).toEqual({ cursor: { at: 1 }, progress: null, pages: 0 });
});

it('leaves the cursor unwritten on a page of progress', async () => {
  const integration: Partial<Awaited<ReturnType<typeof startWith>>> = {};
  const rows: unknown[] = [];
  const lab = await startWith(async (...position) => {
    rows.push(await integration.stored?.());
    return inThrees(...position);
  });
  integration.stored = lab.stored;
  await ended(lab.app, lab.person);
  await syncAgain(lab.app);
  await ended(lab.app, lab.person);
  expect(rows.slice(-3)).toEqual([
    { cursor: { at: 1 }, progress: null, pages: 0 },
    { cursor: { at: 1 }, progress: { pages: 1 }, pages: 1 },
    { cursor: { at: 1 }, progress: { pages: 2 }, pages: 2 },
  ]);
});

it('has no progress any more when the window is read again', async () => {
  let hasExpired = false;
  const { app, person, from, stored } = await startWith(async (cursor, progress) => {
    if (progress !== undefined && !hasExpired) {
      hasExpired = true;
      throw new ProviderError('cursor-expired', 'It is too old.');
    }
    return inThrees(cursor, progress);
  });
  await ended(app, person);
  expect(from.slice(0, 4)).toEqual([
    [{ at: 0 }, undefined],
    [{ at: 0 }, { pages: 1 }],
    [{ at: 0 }, undefined],
    [{ at: 0 }, { pages: 1 }],
  ]);
  expect(await stored()).toEqual({ cursor: { at: 1 }, progress: null, pages: 0 });
});

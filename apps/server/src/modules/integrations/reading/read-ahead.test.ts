import { describe, expect, it } from 'vitest';
import { joinPages } from '../sync/backfill/join-pages.ts';
import { createReadAhead } from './read-ahead.ts';
import type { BackfillPage } from './backfill-page.ts';
import type { SyncTask } from './sync-task.ts';

const task = (pageToken: string | null): SyncTask => ({
  ownerId: 'ann',
  id: 'task',
  kind: 'backfill',
  domains: ['acme.com'],
  since: new Date(0),
  removesDeleted: false,
  pageToken,
  pages: 0,
  earlierToken: null,
  processed: 0,
});

type Given = Partial<BackfillPage['page'] & BackfillPage['items']>;

const page = ({ found = [], absent = [], unread = [], ...listed }: Given): BackfillPage => ({
  page: { ids: [], nextPageToken: undefined, total: undefined, ...listed },
  items: { found, absent, unread },
});

const activity = (externalId: string, textBody: string) => ({
  externalId,
  key: externalId,
  type: 'email' as const,
  occurredAt: new Date(0),
  title: '',
  summary: '',
  participants: [],
  textBody,
});

/** Reads so many pages ahead. Each is released by itself. */
function readPages(count: number, text = '') {
  const requested: string[] = [];
  const release: (() => void)[] = [];
  const run = { readsAhead: true };
  const ahead = createReadAhead(run, task('1'), async ({ pageToken }) => {
    const number = Number(pageToken);
    requested.push(String(pageToken));
    await new Promise<void>((resolve) => release.push(resolve));
    const id = `mail ${pageToken}`;
    return page({
      found: [{ id, item: activity(id, text) }],
      ids: [id],
      nextPageToken: number < count ? String(number + 1) : undefined,
    });
  });
  /** Lets the page that is being read arrive. */
  const arrive = async () => {
    release.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, ahead, requested, arrive };
}

const idsOf = (pages: readonly BackfillPage[]) => pages.flatMap((one) => one.page.ids);

describe('reading ahead', () => {
  it('returns all pages that were read, and goes on where they end', async () => {
    const { ahead, requested, arrive } = readPages(4);
    expect(ahead.isNext(task('1'))).toBe(true);
    await arrive();
    await arrive();
    expect(idsOf(await ahead.take())).toEqual(['mail 1', 'mail 2']);
    expect([ahead.isNext(task('1')), ahead.isNext(task('3'))]).toEqual([false, true]);
    const waiting = ahead.take();
    await arrive();
    expect(idsOf(await waiting)).toEqual(['mail 3']);
    await arrive();
    expect(idsOf(await ahead.take())).toEqual(['mail 4']);
    expect(requested).toEqual(['1', '2', '3', '4']);
  });

  it('reads no more than five pages before they are taken', async () => {
    const { ahead, requested, arrive } = readPages(20);
    for (let times = 0; times < 10; times += 1) await arrive();
    expect(requested).toHaveLength(5);
    expect(await ahead.take()).toHaveLength(5);
    ahead.readOn();
    await arrive();
    expect(requested).toHaveLength(7);
    const ended = ahead.end();
    await arrive();
    await ended;
    expect(requested).toHaveLength(7);
  });

  it('reads no more than some million characters', async () => {
    const { requested, arrive } = readPages(20, 'x'.repeat(4_000_000));
    for (let times = 0; times < 10; times += 1) await arrive();
    expect(requested).toHaveLength(2);
  });

  it('returns what was read before a failure, then fails', async () => {
    let reads = 0;
    const ahead = createReadAhead({ readsAhead: true }, task('1'), async () => {
      reads += 1;
      if (reads === 2) throw new Error('away');
      return page({ ids: ['a'], nextPageToken: String(reads + 1) });
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await ahead.take()).toHaveLength(1);
    await expect(ahead.take()).rejects.toThrow('away');
    await expect(ahead.take()).rejects.toThrow('away');
    expect(reads).toBe(2);
  });

  it('waits for the page that is being read, and reads no more, before changes are read', async () => {
    const { run, ahead, requested, arrive } = readPages(20);
    await arrive();
    run.readsAhead = false;
    const taken = ahead.take();
    await arrive();
    expect(idsOf(await taken)).toEqual(['mail 1', 'mail 2']);
    expect(requested).toHaveLength(2);
  });
});

describe('joining pages', () => {
  it('takes what the last page says of an item and of a location', () => {
    const location = { folder: 'INBOX', validity: 1, uid: 1 };
    const joined = joinPages([
      page({
        ids: ['a', 'b'],
        found: [
          { id: 'a', item: activity('a', 'before') },
          { id: 'b', item: activity('b', '') },
        ],
        unread: [{ id: 'c', reason: 'slow' }],
        locations: [{ id: 'a', ...location }],
        unreadable: [{ id: 'd', reason: 'broken' }],
      }),
      page({
        ids: ['a', 'e'],
        found: [
          { id: 'a', item: activity('a', 'after') },
          { id: 'c', item: activity('c', '') },
        ],
        absent: ['b'],
        locations: [{ id: 'e', ...location }],
        unreadable: [{ id: 'd', reason: 'still broken' }],
      }),
    ]);
    expect(joined).toEqual({
      page: {
        ids: ['a', 'b', 'e'],
        locations: [{ id: 'e', ...location }],
        unreadable: [{ id: 'd', reason: 'still broken' }],
      },
      items: {
        found: [
          { id: 'a', item: activity('a', 'after') },
          { id: 'c', item: activity('c', '') },
        ],
        absent: ['b'],
        unread: [],
      },
    });
  });
});

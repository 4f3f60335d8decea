import { type SyncTask, taskAfter } from './sync-task.ts';
import type { BackfillPage } from './backfill-page.ts';

/**
 * Pages stored in one transaction, and the length of their texts together. Statements and the figures of each
 * account cost about the same for one email as for many.
 */
const MAX_PAGES_TOGETHER = 5;
const MAX_TEXT_TOGETHER = 8_000_000;

/** Reads the next pages of a task while others are stored: so few that memory stays flat. */
export interface ReadAhead {
  taskId: string;
  /** Whether a task goes on with the pages that are read here. */
  isNext: (task: SyncTask) => boolean;
  /**
   * Removes the pages that were read so far, and waits where there is none yet.
   *
   * @throws what reading the first one threw.
   */
  take: () => Promise<BackfillPage[]>;
  /** Goes on after pages were taken. */
  readOn: () => void;
  /** Waits for the page that is being read, and reads no more. */
  end: () => Promise<void>;
}

/** @param begin the task as it is when its first page is read here. */
export function createReadAhead(
  run: { readsAhead?: boolean },
  begin: SyncTask,
  readPage: (task: SyncTask) => Promise<BackfillPage>,
): ReadAhead {
  const read: BackfillPage[] = [];
  /** The task as it is when the pages that were read here are stored. */
  let stored: SyncTask = begin;
  /** The task when all pages read so far are stored; undefined at the end. */
  let at: SyncTask | undefined = begin;
  let reading: Promise<void> | undefined;

  const readOn = () => {
    if (reading !== undefined || at === undefined) return;
    if (run.readsAhead === false || isFull(read)) return;
    reading = readNext(at);
    // A failure is met when all before it is taken; until then nothing handles it.
    reading.catch(() => {});
  };

  const readNext = async (task: SyncTask) => {
    const page = await readPage(task);
    read.push(page);
    at = at && taskAfter(task, page.page);
    reading = undefined;
    readOn();
  };

  readOn();
  return {
    taskId: begin.id,
    isNext: ({ id, pageToken }) => id === begin.id && pageToken === stored.pageToken,
    take: async () => {
      try {
        // Pages read ahead are older than the changes to be read next, so they are stored first.
        if (read.length === 0 || run.readsAhead === false) await reading;
      } catch (error) {
        if (read.length === 0) throw error;
      }
      const taken = read.splice(0);
      for (const { page } of taken) stored = taskAfter(stored, page) ?? stored;
      return taken;
    },
    readOn,
    end: async () => {
      at = undefined;
      await reading?.catch(() => {});
    },
  };
}

const isFull = (pages: readonly BackfillPage[]): boolean =>
  pages.length >= MAX_PAGES_TOGETHER || textLength(pages) >= MAX_TEXT_TOGETHER;

const textLength = (pages: readonly BackfillPage[]): number =>
  pages
    .flatMap(({ items }) => items.found)
    .reduce(
      (sum, { item }) => sum + (item.textBody?.length ?? 0) + (item.htmlBody?.length ?? 0),
      0,
    );

import { limits } from '@repo/contract/limits';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Contributors } from './published-activity.ts';
import type { DayWindow } from './read-timeline.ts';
import { type PartRequest, readTimelinePart, type TimelinePart } from './read-timeline-part.ts';

/** The time after which no further page is read, so that a client receives what there is; milliseconds. */
const READING_MS = 4_000;

/**
 * Reads the first `limits.timelineEntries` activities of a window that has more, or fewer if they take too long.
 * They are read in pages: what one statement does for that many threads grows with their square.
 */
export async function readNewestParts(
  db: Connection,
  account: AccountKey,
  window: DayWindow,
  people: Contributors,
  from: Pick<PartRequest, 'before' | 'after'>,
): Promise<Pick<TimelinePart, 'items' | 'before' | 'after'>> {
  const ends = performance.now() + READING_MS;
  const goesUp = from.before === undefined && from.after !== undefined;
  let { size, participants, ...read } = await readTimelinePart(db, account, window, people, {
    limit: limits.pageSize,
    ...from,
  });
  for (;;) {
    const next = goesUp ? { after: read.after } : { before: read.before };
    const left = limits.timelineEntries - size;
    const isLast = (goesUp ? next.after : next.before) === undefined;
    if (isLast || left <= 0 || performance.now() > ends) return read;
    const part = await readTimelinePart(db, account, window, people, {
      limit: Math.min(limits.pageSize, left),
      activities: Math.min(limits.timelinePageActivities, left),
      ...next,
      hasFewParticipants: participants >= limits.participantsInList,
    });
    size += part.size;
    participants += part.participants;
    read = goesUp
      ? { items: [...part.items, ...read.items], before: read.before, after: part.after }
      : { items: [...read.items, ...part.items], before: part.before, after: read.after };
  }
}

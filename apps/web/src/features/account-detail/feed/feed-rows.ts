import type { BusinessDay } from '@repo/domain/time/business-day';
import { activitiesOf, containsActivity, type FeedItem } from './feed-item.ts';

/** The rows of the feed: each day's heading above its entries. */
export type FeedRow =
  { kind: 'day'; key: string; day: BusinessDay } | { kind: 'item'; key: string; item: FeedItem };

/** @param items newest first. */
export function feedRows(items: readonly FeedItem[]): FeedRow[] {
  const rows: FeedRow[] = [];
  let day: BusinessDay | undefined;
  for (const item of items) {
    if (item.day !== day) {
      day = item.day;
      rows.push({ kind: 'day', key: day, day });
    }
    rows.push({ kind: 'item', key: item.id, item });
  }
  return rows;
}

/** The heading above a row. */
export function dayAt(rows: readonly FeedRow[], index: number): BusinessDay | undefined {
  const row = rows[Math.min(index, rows.length - 1)];
  return row?.kind === 'item' ? row.item.day : row?.day;
}

/**
 * The row that a day leads to: its heading; without one, a conversation that has a message on that
 * day, else the next older heading. -1 where everything is newer.
 */
export function rowOfDay(rows: readonly FeedRow[], day: BusinessDay): number {
  const heading = rows.findIndex((row) => row.kind === 'day' && row.day <= day);
  if (heading >= 0 && dayAt(rows, heading) === day) return heading;
  const holding = rows.findIndex(
    (row) => row.kind === 'item' && activitiesOf(row.item).some((one) => one.day === day),
  );
  return holding >= 0 ? holding : heading;
}

/** The row of an activity; -1 where it is not listed. */
export function rowOfActivity(rows: readonly FeedRow[], activityId: string | undefined): number {
  if (activityId === undefined) return -1;
  return rows.findIndex((row) => row.kind === 'item' && containsActivity(row.item, activityId));
}

/** The next row with an entry, going down or up; -1 where there is none. */
export function nextItemRow(rows: readonly FeedRow[], from: number, step: 1 | -1): number {
  let index = from + step;
  while (rows[index] !== undefined && rows[index]?.kind !== 'item') index += step;
  return rows[index] === undefined ? -1 : index;
}

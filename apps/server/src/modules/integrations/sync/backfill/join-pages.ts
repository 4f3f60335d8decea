import type { ActivityToCapture } from '../../provider.ts';
import type { ListPage } from '../../provider/activity-source.ts';
import type { ReadItems } from '../../reading/read-items-result.ts';
import type { BackfillPage } from '../../reading/backfill-page.ts';

type JoinedPage = Pick<ListPage, 'ids' | 'locations' | 'unreadable'>;

/**
 * Joins pages that are stored together. The later page wins: a listing may name an item twice, and the item
 * may have changed in between.
 */
export function joinPages(pages: readonly BackfillPage[]): {
  page: JoinedPage;
  items: ReadItems<ActivityToCapture>;
} {
  const [first] = pages;
  if (first !== undefined && pages.length === 1) return first;
  const locations = pages.flatMap(({ page }) => page.locations ?? []);
  const unreadable = pages.flatMap(({ page }) => page.unreadable ?? []);
  const items = pages.flatMap(({ items: { found, absent, unread } }) => [
    ...found.map((one) => ({ id: one.id, found: one })),
    ...absent.map((id) => ({ id, absent: id })),
    ...unread.map((one) => ({ id: one.id, unread: one })),
  ]);
  const latest = lastOfEach(items, ({ id }) => id);
  return {
    page: {
      ids: [...new Set(pages.flatMap(({ page }) => page.ids))],
      locations: lastOfEach(locations, ({ folder, validity, uid }) =>
        JSON.stringify([folder, validity, uid]),
      ),
      unreadable: lastOfEach(unreadable, ({ id }) => id),
    },
    items: {
      found: latest.flatMap((one) => ('found' in one ? [one.found] : [])),
      absent: latest.flatMap((one) => ('absent' in one ? [one.absent] : [])),
      unread: latest.flatMap((one) => ('unread' in one ? [one.unread] : [])),
    },
  };
}

const lastOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

import type { Query, QueryClient } from '@tanstack/react-query';

/** The `meta` of every query whose answer tells of activities: it is read anew when they change. */
export const SHOWS_ACTIVITIES = { showsActivities: true };
/** A feed that was read further than so many parts is not read anew under the reader. */
export const MAX_REFRESHED_PAGES = 3;

/** Has everything that shows activities read anew, when some came, changed or went. */
export function refreshActivities(client: QueryClient): void {
  void client.invalidateQueries({ predicate: showsActivities, refetchType: 'none' });
  void client.refetchQueries({ type: 'active', predicate: isRenewed }, { cancelRefetch: false });
}

const showsActivities = ({ meta }: Query): boolean => meta?.['showsActivities'] === true;

/** In a feed somebody reads far down, what is new stands outside of their view. */
function isRenewed(query: Query): boolean {
  const { pages = [] } = (query.state.data ?? {}) as { pages?: unknown[] };
  return showsActivities(query) && pages.length <= MAX_REFRESHED_PAGES;
}

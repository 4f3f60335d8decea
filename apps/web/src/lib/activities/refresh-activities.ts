import type { Query, QueryClient } from '@tanstack/react-query';

/** The `meta` of every query that contains activities: it is refetched when they change. */
export const SHOWS_ACTIVITIES = { showsActivities: true };
/** A feed with more loaded pages than this is not refetched while the user reads it. */
export const MAX_REFRESHED_PAGES = 3;

/** Refetches everything that shows activities, after some were added, changed or removed. */
export function refreshActivities(client: QueryClient): void {
  void client.invalidateQueries({ predicate: showsActivities, refetchType: 'none' });
  void client.refetchQueries({ type: 'active', predicate: isRenewed }, { cancelRefetch: false });
}

/**
 * Forgets what other pages have read of activities, and marks what this page has read as outdated. For
 * something that is gone: the next page must not show it, and this one must not request it.
 */
export function forgetActivities(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: showsActivities });
  void client.invalidateQueries({ predicate: showsActivities, refetchType: 'none' });
}

const showsActivities = ({ meta }: Query): boolean => meta?.['showsActivities'] === true;

/** In a feed that is scrolled far down, new items are outside the view. */
function isRenewed(query: Query): boolean {
  const { pages = [] } = (query.state.data ?? {}) as { pages?: unknown[] };
  return showsActivities(query) && pages.length <= MAX_REFRESHED_PAGES;
}

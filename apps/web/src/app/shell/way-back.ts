import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * The paths of the history's entries by their place in it, as far as this page load has seen them;
 * with the cache of the session, so that nobody is led where another person was.
 */
const ways = new WeakMap<QueryClient, string[]>();

/** Notes where the person goes. */
export function useNoteWay(): void {
  const client = useQueryClient();
  const location = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    const way = ways.get(client) ?? [];
    const here = placeInHistory();
    way[here] = location.pathname;
    // Whatever lay ahead is gone.
    if (kind === NavigationType.Push) way.length = here + 1;
    ways.set(client, way);
  }, [client, location, kind]);
}

/**
 * How many entries back the person was at a path last, to go there as it was left: searched, sorted
 * and scrolled. Undefined when they were not, or too long ago for the browser's memory.
 */
export function stepsBackTo(client: QueryClient, path: string): number | undefined {
  const way = ways.get(client) ?? [];
  const here = placeInHistory();
  const at = way.slice(0, here).lastIndexOf(path);
  const oldest = way.length - window.history.length;
  return at === -1 || at < oldest ? undefined : here - at;
}

/** React Router numbers the entries that it makes. */
function placeInHistory(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}

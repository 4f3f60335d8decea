import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { readSession } from '../../lib/session/session-store.ts';

/**
 * The paths of the history's entries by their place in it, as far as they are known; with the cache
 * of the session, so that nobody is led where another person was.
 */
const ways = new WeakMap<QueryClient, string[]>();

/** Notes where the person goes. */
export function useRecordNavigation(): void {
  const client = useQueryClient();
  const location = useLocation();
  const kind = useNavigationType();
  // Of the layout: once the page can be seen, its way is noted.
  useLayoutEffect(() => {
    const here = historyIndex();
    const way = ways.get(client) ?? readStoredPaths(here);
    way[here] = location.pathname;
    // Whatever lay ahead is gone.
    if (kind === NavigationType.Push) way.length = here + 1;
    ways.set(client, way);
    storePaths(way, here);
  }, [client, location, kind]);
}

/**
 * How many entries back the person was at a path last, to go there as it was left: searched, sorted
 * and scrolled. Undefined when they were not, or too long ago for the browser's memory.
 */
export function historyStepsBackTo(client: QueryClient, path: string): number | undefined {
  const way = ways.get(client) ?? [];
  const here = historyIndex();
  const at = way.slice(0, here).lastIndexOf(path);
  const oldest = way.length - window.history.length;
  return at === -1 || at < oldest ? undefined : here - at;
}

/** Browsers remember no more entries. */
const MAX_HISTORY_ENTRIES = 50;

type StoredHistory = { person: string; paths: string[] };

/** Leaves the way here with the entry itself, for when the page is loaded anew. */
function storePaths(way: readonly string[], here: number): void {
  const person = readSession().user?.id;
  if (person === undefined) return;
  const paths = Array.from(
    way.slice(Math.max(0, here - MAX_HISTORY_ENTRIES), here),
    (path) => path ?? '',
  );
  const kept: StoredHistory = { person, paths };
  window.history.replaceState({ ...window.history.state, way: kept }, '');
}

/** The way that led the same person here before the page was loaded. */
function readStoredPaths(here: number): string[] {
  const { way } = (window.history.state ?? {}) as { way?: StoredHistory };
  const known = way !== undefined && way.person === readSession().user?.id ? way.paths : [];
  return [...Array.from({ length: here - known.length }, () => ''), ...known];
}

/** React Router numbers the entries that it makes. */
function historyIndex(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { readSession } from '#lib/session/session-store.ts';

/**
 * The known paths of the history entries by their index. Stored per session cache, so that one user
 * is never led to a page of another.
 */
const ways = new WeakMap<QueryClient, string[]>();

export function useRecordNavigation(): void {
  const client = useQueryClient();
  const location = useLocation();
  const kind = useNavigationType();
  // A layout effect, so that the path is recorded as soon as the page is visible.
  useLayoutEffect(() => {
    const here = historyIndex();
    const way = ways.get(client) ?? readStoredPaths(here);
    way[here] = location.pathname;
    // The forward entries are gone.
    if (kind === NavigationType.Push) way.length = here + 1;
    ways.set(client, way);
    storePaths(way, here);
  }, [client, location, kind]);
}

/**
 * Returns how many history entries ago the user last visited a path, to go back to it with its
 * search, sorting and scroll position. Undefined when there is no such entry.
 */
export function historyStepsBackTo(client: QueryClient, path: string): number | undefined {
  const way = ways.get(client) ?? [];
  const here = historyIndex();
  const at = way.slice(0, here).lastIndexOf(path);
  const oldest = way.length - window.history.length;
  return at === -1 || at < oldest ? undefined : here - at;
}

/** Browsers store no more entries. */
const MAX_HISTORY_ENTRIES = 50;

type StoredHistory = { person: string; paths: string[] };

/** Stores the paths in the history entry itself, so that they survive a reload. */
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

/** Reads the paths that the same user visited before the page was loaded. */
function readStoredPaths(here: number): string[] {
  const { way } = (window.history.state ?? {}) as { way?: StoredHistory };
  const known = way !== undefined && way.person === readSession().user?.id ? way.paths : [];
  return [...Array.from({ length: here - known.length }, () => ''), ...known];
}

/** React Router numbers the entries that it makes. */
function historyIndex(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}

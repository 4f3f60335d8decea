import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { writeTabStorage, readTabStorage } from '#lib/session/tab-storage.ts';
import type { GridScrollPosition } from '#ui/data-grid/scroll/use-grid-scroll-position.ts';

type Positions = Map<string, GridScrollPosition>;

/** By history entry; stored per session cache, since the rows belong to the session. */
const positions = new WeakMap<QueryClient, Positions>();

const STORAGE_KEY = 'ui.accounts-grid.places';
/** Positions that survive a reload; only the latest are stored. */
const MAX_POSITIONS = 20;

/**
 * Returns the scroll position stored for this history entry, and a function that stores the current one.
 */
export function useScrollRestoration(): [
  position: GridScrollPosition | undefined,
  keep: (position: GridScrollPosition) => void,
] {
  const client = useQueryClient();
  const person = useAuth().user?.id;
  const { key, pathname } = useLocation();
  // Every page that is opened directly starts with an entry of the same key.
  const entry = `${key} ${pathname}`;
  const [own] = useState(() => positionsOf(client, person));
  const [position] = useState(() => own.get(entry));
  // A change of the view continues in an entry with another key. The user is the same one,
  // even where the grid goes because another has signed in.
  const latest = useRef({ entry, person });
  useEffect(() => {
    latest.current = { entry, person };
  }, [entry, person]);
  const keep = useCallback(
    (now: GridScrollPosition) => {
      const { entry: left, person: whose } = latest.current;
      own.delete(left);
      own.set(left, now);
      writeTabStorage(whose, STORAGE_KEY, [...own].slice(-MAX_POSITIONS));
    },
    [own],
  );
  return [position, keep];
}

function positionsOf(client: QueryClient, person: string | undefined): Positions {
  const known = positions.get(client) ?? readPositions(readTabStorage(person, STORAGE_KEY));
  positions.set(client, known);
  return known;
}

function readPositions(value: unknown): Positions {
  return new Map(Array.isArray(value) ? value.filter(isPosition) : []);
}

function isPosition(entry: unknown): entry is [string, GridScrollPosition] {
  const [key, position] = Array.isArray(entry) ? entry : [];
  const { top, left, stop } = (position ?? {}) as Partial<GridScrollPosition>;
  return (
    typeof key === 'string' &&
    Number.isFinite(top) &&
    Number.isFinite(left) &&
    Number.isInteger(stop?.row)
  );
}

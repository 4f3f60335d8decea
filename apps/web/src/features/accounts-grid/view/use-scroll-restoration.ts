import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '../../../lib/session/auth-provider.tsx';
import { writeTabStorage, readTabStorage } from '../../../lib/session/tab-storage.ts';
import type { GridScrollPosition } from '../../../ui/data-grid/scroll/use-grid-scroll-position.ts';

type Places = Map<string, GridScrollPosition>;

/** By history entry; stored per session cache, since the rows belong to the session. */
const places = new WeakMap<QueryClient, Places>();

const STORAGE_KEY = 'ui.accounts-grid.places';
/** Positions that survive a reload; only the latest are stored. */
const KEPT_PLACES = 20;

/**
 * Returns the scroll position stored for this history entry, and a function that stores the current one.
 */
export function useScrollRestoration(): [
  place: GridScrollPosition | undefined,
  keep: (place: GridScrollPosition) => void,
] {
  const client = useQueryClient();
  const person = useAuth().user?.id;
  const { key, pathname } = useLocation();
  // Every page that is opened directly starts with an entry of the same key.
  const entry = `${key} ${pathname}`;
  const [own] = useState(() => placesOf(client, person));
  const [place] = useState(() => own.get(entry));
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
      writeTabStorage(whose, STORAGE_KEY, [...own].slice(-KEPT_PLACES));
    },
    [own],
  );
  return [place, keep];
}

function placesOf(client: QueryClient, person: string | undefined): Places {
  const known = places.get(client) ?? readPlaces(readTabStorage(person, STORAGE_KEY));
  places.set(client, known);
  return known;
}

function readPlaces(value: unknown): Places {
  return new Map(Array.isArray(value) ? value.filter(isPlace) : []);
}

function isPlace(entry: unknown): entry is [string, GridScrollPosition] {
  const [key, place] = Array.isArray(entry) ? entry : [];
  const { top, left, stop } = (place ?? {}) as Partial<GridScrollPosition>;
  return (
    typeof key === 'string' &&
    Number.isFinite(top) &&
    Number.isFinite(left) &&
    Number.isInteger(stop?.row)
  );
}

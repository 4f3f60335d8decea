import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { GridPlace } from '../../ui/data-grid/use-grid-place.ts';

/** By the key of the history's entry; with the cache of the session, whose rows these are. */
const places = new WeakMap<QueryClient, Map<string, GridPlace>>();

/** Where the person was in the grid of this entry of the history, and how to keep where they are. */
export function usePlace(): [place: GridPlace | undefined, keep: (place: GridPlace) => void] {
  const client = useQueryClient();
  const { key } = useLocation();
  const [place] = useState(() => places.get(client)?.get(key));
  // A change of the view goes on in an entry with another key.
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  const keep = useCallback(
    (now: GridPlace) => {
      const own = places.get(client) ?? new Map<string, GridPlace>();
      places.set(client, own.set(latest.current, now));
    },
    [client],
  );
  return [place, keep];
}

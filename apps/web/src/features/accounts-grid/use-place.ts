import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { GridPlace } from '../../ui/data-grid/use-grid-place.ts';

/** By the key of the history's entry. */
const places = new Map<string, GridPlace>();

/** Where the person was in the grid of this entry of the history, and how to keep where they are. */
export function usePlace(): [place: GridPlace | undefined, keep: (place: GridPlace) => void] {
  const { key } = useLocation();
  const [place] = useState(() => places.get(key));
  // A change of the view goes on in an entry with another key.
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  return [place, useCallback((now) => places.set(latest.current, now), [])];
}

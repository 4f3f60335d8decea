import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The paths of the history's entries by their place in it, as far as this page load has seen them. */
const paths: string[] = [];

/** Notes where the person goes. */
export function useNoteWay(): void {
  const location = useLocation();
  useEffect(() => {
    paths[placeInHistory()] = location.pathname;
  }, [location]);
}

/**
 * How many entries back the person was at a path last, to go there as it was left: searched, sorted
 * and scrolled. Undefined when they were not.
 */
export function stepsBackTo(path: string): number | undefined {
  const now = placeInHistory();
  const at = paths.slice(0, now).lastIndexOf(path);
  return at === -1 ? undefined : now - at;
}

/** React Router numbers the entries that it makes. */
function placeInHistory(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}

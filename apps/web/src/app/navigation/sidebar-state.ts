import { useSyncExternalStore } from 'react';
import { useMediaQuery } from '#lib/hooks/use-media-query.ts';
import { onStorageChange, readJson, writeJson } from '#lib/storage.ts';

const KEY = 'ui.sidebar';

type Width = 'icons' | 'labels';

/** From this width on the labels fit beside the grid. */
const ROOMY = '(width >= 1200px)';

const listeners = new Set<() => void>();
/** The choice where the browser denies storage. */
let chosenHere: Width | undefined;

/** Whether the sidebar shows only icons: the user's choice in this browser, else by the space. */
export function useSidebarWidth(): [width: Width, choose: (width: Width) => void] {
  const isRoomy = useMediaQuery(ROOMY);
  const chosen = useSyncExternalStore(subscribe, readChosen);
  return [chosen ?? (isRoomy ? 'labels' : 'icons'), choose];
}

function readChosen(): Width | undefined {
  return (
    readJson(KEY, (value) => (value === 'icons' || value === 'labels' ? value : undefined)) ??
    chosenHere
  );
}

function choose(width: Width): void {
  chosenHere = width;
  writeJson(KEY, width);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStorageChange(KEY, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

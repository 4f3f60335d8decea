import { useSyncExternalStore } from 'react';

const TICK_MS = 60_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Renders again whatever shows a time by the present, also when only the way it is written changed. */
export function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The present, renewed every minute by one clock for the whole page. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { runInParts, type BulkOutcome, type Failed, type PartOutcome } from './run-in-parts.ts';

export type BulkAct<Item, Done> = {
  partSize: number;
  /** Parts that are sent at the same time. */
  parallel: number;
  act: (part: readonly Item[]) => Promise<PartOutcome<Item, Done>>;
};

export type BulkProgress = { label: string; count: number; total: number };

/**
 * Applies a change to many items and shows the progress. Stops before the next part when the page is left;
 * the current part is awaited, so that its outcome is known.
 */
export function useBulk<Item>() {
  const [progress, setProgress] = useState<BulkProgress>();
  const [failed, setFailed] = useState<{ items: readonly Failed<Item>[]; total: number }>();
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  useUnloadWarning(progress !== undefined);
  const run = async <One extends Item, Done>(
    label: string,
    items: readonly One[],
    act: BulkAct<One, Done>,
  ): Promise<BulkOutcome<One, Done>> => {
    const stop = new AbortController();
    stopper.current = stop;
    const total = items.length;
    setFailed(undefined);
    setProgress({ label, count: 0, total });
    const outcome = await runInParts(items, {
      ...act,
      isFinal,
      signal: stop.signal,
      onProgress: (count) => setProgress({ label, count, total }),
    });
    setProgress(undefined);
    setFailed(outcome.failed.length === 0 ? undefined : { items: outcome.failed, total });
    return outcome;
  };
  return {
    run,
    progress,
    failed,
    stop: () => stopper.current?.abort(),
    dismissFailed: () => setFailed(undefined),
  };
}

/** Whether every further request would fail in the same way. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.name === 'Network Error' ||
    error.code === 'LIMIT_REACHED' ||
    error.code === 'RATE_LIMITED'
  );
}

/** The browser asks before the tab is closed. */
function useUnloadWarning(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}

import { useEffect, useState } from 'react';
import { readJson, writeJson } from '#lib/storage.ts';

const KEY = 'transcript_retry_locks';

/**
 * The time without a retry after the provider refused one (specification part 2, section
 * 9).
 */
export const LOCK_MS = 60 * 60_000;

/** Until when each activity's transcript is left alone, in milliseconds since the epoch. */
type Locks = Record<string, number>;

/**
 * Whether an activity's transcript is left alone for now. It survives a reload, and ends by itself.
 */
export function useRetryLock(activityId: string): [isLocked: boolean, lock: () => void] {
  const [until, setUntil] = useState(() => readLocks()[activityId]);
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(() => setUntil(undefined), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  const lock = () => {
    const end = Date.now() + LOCK_MS;
    writeJson(KEY, { ...readLocks(), [activityId]: end });
    setUntil(end);
  };
  return [until !== undefined, lock];
}

/** Locks that have not ended. A lock beyond the maximum was written by a wrong clock. */
function readLocks(): Locks {
  const now = Date.now();
  const stored = readJson(KEY, (value) => Object.entries(value as Locks)) ?? [];
  return Object.fromEntries(
    stored.filter(
      ([, until]) => typeof until === 'number' && until > now && until <= now + LOCK_MS,
    ),
  );
}

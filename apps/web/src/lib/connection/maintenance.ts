import { MAINTENANCE_HEADER } from '@repo/contract/maintenance';
import { useSyncExternalStore } from 'react';

/** A longer message of a server is cut off; characters. */
const MAX_LENGTH = 400;

let message: string | undefined;
const observers = new Set<() => void>();

/** The message of the server's maintenance, during which it accepts no changes; undefined while there is none. */
export const useMaintenance = (): string | undefined =>
  useSyncExternalStore(subscribe, () => message);

/** Reads from a response of the API whether there is maintenance. */
export function noteMaintenance(headers: Headers): void {
  const next = readMessage(headers.get(MAINTENANCE_HEADER));
  if (next === message) return;
  message = next;
  for (const observer of observers) observer();
}

function readMessage(encoded: string | null): string | undefined {
  if (encoded === null || encoded === '') return undefined;
  try {
    return decodeURIComponent(encoded).slice(0, MAX_LENGTH);
  } catch {
    return undefined;
  }
}

function subscribe(observer: () => void): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

import { useSyncExternalStore } from 'react';

/** Whether the server wants the user to set up a second factor before anything else. */
let isRequired = false;
const listeners = new Set<() => void>();

/** Every request says so while it lasts. */
export function noteFactorSetup({ code }: { code: string | undefined }): void {
  if (code === 'SECOND_FACTOR_SETUP_REQUIRED') replace(true);
}

export const endFactorSetup = (): void => replace(false);

export const useFactorSetup = (): boolean => useSyncExternalStore(subscribe, () => isRequired);

function replace(next: boolean): void {
  if (next === isRequired) return;
  isRequired = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

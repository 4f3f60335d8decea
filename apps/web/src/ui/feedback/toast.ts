import type { MessageKind } from './banner.tsx';
import { TOAST_LIMIT, TOAST_REMOVAL_DELAY_MS } from './timings.ts';

export type ToastOptions = {
  description?: string | undefined;
  /** One thing to do about it. The toast closes when it is done. */
  action?: { label: string; onClick: () => void };
};

export type ToastEntry = ToastOptions & {
  id: number;
  kind: MessageKind;
  title: string;
  open: boolean;
  /** How many equal toasts this one represents. */
  times: number;
};

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function show(kind: MessageKind, title: string, options: ToastOptions = {}): number {
  const equal = entries.find((entry) => entry.open && isEqual(entry, kind, title, options));
  if (equal !== undefined) {
    const joined = { ...equal, ...options, times: equal.times + 1 };
    replace(entries.map((entry) => (entry === equal ? joined : entry)));
    return equal.id;
  }
  lastId += 1;
  const open = entries.filter((entry) => entry.open);
  replace([...entries, { ...options, id: lastId, kind, title, open: true, times: 1 }]);
  const oldest = open[0];
  if (oldest !== undefined && open.length >= TOAST_LIMIT) closeToast(oldest.id);
  return lastId;
}

const isEqual = (entry: ToastEntry, kind: MessageKind, title: string, options: ToastOptions) =>
  entry.kind === kind &&
  entry.title === title &&
  entry.description === options.description &&
  entry.action?.label === options.action?.label &&
  // The effect of an undo differs from toast to toast.
  entry.action === undefined;

/** Closes a toast; it leaves the page after the removal delay, so that it can fade. */
export function closeToast(id: number): void {
  if (!entries.some((entry) => entry.id === id && entry.open)) return;
  replace(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  setTimeout(() => replace(entries.filter((entry) => entry.id !== id)), TOAST_REMOVAL_DELAY_MS);
}

/** Shows a short message over the page, from anywhere. Each returns the id for `closeToast`. */
export const toast = {
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  warning: (title: string, options?: ToastOptions) => show('warning', title, options),
};

/** The toasts on the page, oldest first, for `Toaster` alone. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly ToastEntry[] => entries,
};

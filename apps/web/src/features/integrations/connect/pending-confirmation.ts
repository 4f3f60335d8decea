import type { ProviderId } from '@repo/contract/providers';
import { isFullServer } from '#lib/server-level.ts';
import { findProvider } from '#lib/integrations/read-providers.ts';
import { specifiedProviders } from '#lib/integrations/specified-providers.ts';

const KEY = 'pending_confirmation';
/** Far beyond the 43 characters of our server's values. */
const MAX_LENGTH = 200;

/** A connection that the provider granted and the server completes on request. */
export type PendingConfirmation = {
  provider: ProviderId;
  /** Works once, for the user who began the connection. */
  confirm: string;
  /** The server may have got it: it is not sent again. */
  isSent?: boolean;
};

/** For browsers that deny storage; a reload then forgets it. */
let inMemory: string | undefined;

/** The pending grant to confirm, from the address that the server redirected to. */
export function readReturnedConfirmation(search: URLSearchParams): PendingConfirmation | undefined {
  if (search.get('success') !== 'true') return undefined;
  return check({ provider: search.get('provider'), confirm: search.get('confirm') });
}

/** Stores it in this tab, so that it survives a reload and a sign-in. */
export function storeConfirmation(confirmation: PendingConfirmation): void {
  inMemory = JSON.stringify(confirmation);
  try {
    sessionStorage.setItem(KEY, inMemory);
  } catch {
    // Denied: it stays in memory.
  }
}

export function readConfirmation(): PendingConfirmation | undefined {
  try {
    const text = sessionStorage.getItem(KEY) ?? inMemory;
    return text === undefined ? undefined : check(JSON.parse(text));
  } catch {
    return inMemory === undefined ? undefined : check(JSON.parse(inMemory));
  }
}

export function clearConfirmation(): void {
  inMemory = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Denied: then nothing was stored there either.
  }
}

/** Addresses and storage can be written by others. */
function check(value: unknown): PendingConfirmation | undefined {
  const { provider, confirm, isSent } = (value ?? {}) as Record<string, unknown>;
  if (typeof provider !== 'string' || typeof confirm !== 'string') return undefined;
  if (!mayBeProvider(provider)) return undefined;
  if (confirm === '' || confirm.length > MAX_LENGTH) return undefined;
  return { provider, confirm, isSent: isSent === true };
}

/** A server that describes its providers may have others than the specification. */
function mayBeProvider(id: string): boolean {
  if (findProvider(specifiedProviders, id) !== undefined) return true;
  return isFullServer() && /^[a-z][a-z0-9_]{0,39}$/.test(id);
}

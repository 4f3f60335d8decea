import { PERSON_DATABASE } from '#lib/session/person-database.ts';
import type { CheckedRow, Counts, FileRow } from './import-row.ts';

/**
 * The state of an import while the page is left or reloaded, in the browser's database: a file can be larger
 * than other kinds of storage accept. It stays on this device, and Sign Out removes it.
 */
export type StoredImport = { fileName: string } & (
  | { phase: 'checking'; rows: FileRow[] }
  | ({ phase: 'creating'; rows: FileRow[]; counts: Counts } & ImportProgress)
);

/** The progress of creating accounts. */
export interface ImportProgress {
  /** Rows that have a result. */
  position: number;
  /** Rows that were sent; the results after `position` did not arrive. */
  sent: number;
  created: number;
  /** Rows that created no account, or one without its owner. */
  problems: CheckedRow[];
}

/** The owner of the import: each user has one in each workspace. */
export interface ImportOwner {
  userId: string;
  workspaceId: string;
}

const VERSION = 1;
const STORE = 'account-imports';
/** An import that was left longer ago than this is deleted; milliseconds. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

type Entry = { savedAt: number; stored: StoredImport };

/** Undefined if nothing is left, or the browser denies storage. */
export async function readImport(owner: ImportOwner): Promise<StoredImport | undefined> {
  const entry = (await inStore('readonly', (store) => store.get(planKey(owner)))) as
    Entry | undefined;
  if (entry === undefined) return undefined;
  if (Date.now() - entry.savedAt > MAX_AGE_MS) {
    await removeImport(owner);
    return undefined;
  }
  const progress = (await inStore('readonly', (store) => store.get(progressKey(owner)))) as
    ImportProgress | undefined;
  return entry.stored.phase === 'creating' ? { ...entry.stored, ...progress } : entry.stored;
}

export async function writeImport(owner: ImportOwner, stored: StoredImport): Promise<void> {
  await inStore('readwrite', (store) => {
    store.delete(progressKey(owner));
    return store.put({ savedAt: Date.now(), stored } satisfies Entry, planKey(owner));
  });
}

/** Apart from the rows, which do not change and can be many. */
export async function writeProgress(owner: ImportOwner, progress: ImportProgress): Promise<void> {
  await inStore('readwrite', (store) => store.put(progress, progressKey(owner)));
}

export async function removeImport(owner: ImportOwner): Promise<void> {
  await inStore('readwrite', (store) => {
    store.delete(progressKey(owner));
    return store.delete(planKey(owner));
  });
}

const planKey = ({ userId, workspaceId }: ImportOwner) => `${userId}:${workspaceId}`;
const progressKey = (owner: ImportOwner) => `${planKey(owner)}:progress`;

/** Resolves with the result, or undefined if the browser denies storage: then a reload forgets. */
async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  let database: IDBDatabase | undefined;
  try {
    database = await openDatabase();
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    return await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('Aborted')),
      );
    });
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(PERSON_DATABASE, VERSION);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')));
    request.addEventListener('blocked', () => reject(new Error('Blocked')));
  });
}

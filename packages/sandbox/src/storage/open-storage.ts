import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Raised by hand whenever a table changes; an older data folder is refused, never guessed at. */
const schemaVersion = 2;

/** The data folder cannot be used; the message says why. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

/**
 * Opens the sandbox's one database file in `dataDir`, making both if need be.
 *
 * The lock is exclusive, so a second sandbox on the same folder is refused at once; the operating
 * system releases it when the process ends, however it ends. Every write is a transaction, so a
 * killed sandbox starts again with everything that it had responded with.
 *
 * The mailboxes may be real ones, so only the user who runs the sandbox can read the folder and its files.
 *
 * @throws DataFolderError
 */
export function openStorage(dataDir: string, schemas: readonly string[]): DatabaseSync {
  const database = openFile(dataDir);
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
    );
    const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (found === 0) {
      database.exec(
        `BEGIN IMMEDIATE; ${schemas.join(';')}; PRAGMA user_version = ${schemaVersion}; COMMIT`,
      );
    } else if (found !== schemaVersion) {
      throw new DataFolderError(
        `The sandbox data in ${dataDir} has the layout ${found}, this version reads ${schemaVersion}. Remove the folder to start again.`,
      );
    }
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) {
      throw new DataFolderError(
        `The sandbox data in ${dataDir} is in use by another process. Stop that one first.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}

function openFile(dataDir: string): DatabaseSync {
  try {
    makeFolder(dirname(dataDir));
    if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
    chmodSync(dataDir, 0o700);
    return new DatabaseSync(makePrivateFile(join(dataDir, 'sandbox.sqlite')));
  } catch (error) {
    throw new DataFolderError(
      `The sandbox cannot use the data folder ${dataDir}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** SQLite gives the files beside its database file the same mode; those of an earlier start may have another. */
function makePrivateFile(file: string): string {
  closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(each)) chmodSync(each, 0o600);
  }
  return file;
}

/** With those above it. Node's own `recursive` never ends where none can be made, as in `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

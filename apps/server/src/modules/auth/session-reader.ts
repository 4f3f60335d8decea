import type { Connection } from '#platform/database/create-database.ts';
import type { Prepared } from '#platform/database/prepared-query.ts';
import type { KeyReader, RequestReader } from '#platform/http/handlers.ts';
import { prepareFor, type Planned, type Write } from './storage/prepare-for-reader.ts';
import { storageOf } from './storage/reader-storage.ts';
import {
  workspacesOfKey,
  workspacesOfSession,
  workspacesOfUser,
} from './storage/workspaces-of-reader.ts';
import type { Reader } from './visible-accounts.ts';

/**
 * Prepares a query of something that lies in one workspace of its reader, with `reader` for
 * `visibleAccounts`: the user of a session or an API key, or a user whom the request has authenticated. On a
 * cluster the session or key is read first: they lie on one node and accounts on
 * others (docs/decisions/session-with-the-rows.md). Its workspaces are then asked one after the other.
 */
export function prepareForRequest<Values extends object, Row>(
  write: Write<Values, Row>,
  planned?: Planned,
): Prepared<Values & RequestReader, Row> {
  const forSession = prepareFor<Values, Row, { tokenHash: Buffer }>(
    write,
    (given) => ({ tokenHash: given('tokenHash') }),
    workspacesOfSession,
    planned,
  );
  const forKey = prepareFor<Values, Row, KeyReader>(
    write,
    (given) => ({
      keyHash: given('keyHash'),
      network: given('network'),
      scopes: given('scopes'),
    }),
    workspacesOfKey,
    planned,
  );
  const forUser = prepareForUser(write, planned);
  return (db, values) => {
    if ('userId' in values) return forUser(db, values);
    return 'keyHash' in values ? forKey(db, values) : forSession(db, values);
  };
}

/** Prepares the query for a user whom the request has already authenticated. */
export const prepareForUser = <Values extends object, Row>(
  write: Write<Values, Row>,
  planned?: Planned,
): Prepared<Values & { userId: string }, Row> =>
  prepareFor<Values, Row, { userId: string }>(
    write,
    (given) => ({ userId: given('userId') }),
    workspacesOfUser,
    planned,
  );

/** The reader of a statement that is not prepared, for a user whom the request has authenticated. */
export const readerOf = (db: Connection, userId: string): Promise<Reader> =>
  storageOf(db).readerOf(db, userId);

/** The reader for a statement that names the workspace. */
export const readerIn = (db: Connection, userId: string, workspaceId: string): Promise<Reader> =>
  storageOf(db).readerIn(db, userId, workspaceId);

import type { Connection } from '#platform/database/create-database.ts';
import type { Prepared } from '#platform/database/prepared-query.ts';
import type { RequestReader } from '#platform/http/handlers.ts';
import { prepareFor, type Planned, type Write } from './storage/prepare-for-reader.ts';
import { storageOf } from './storage/reader-storage.ts';
import { workspacesOfSession, workspacesOfUser } from './storage/workspaces-of-reader.ts';
import type { Reader } from './visible-accounts.ts';

/**
 * Prepares a query of something that lies in one workspace of its reader, with `reader` for
 * `visibleAccounts`: a session's user, or a user whom the request has authenticated by an API key. On a
 * cluster the session is read first: sessions lie on one node and accounts on
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
  const forUser = prepareForUser(write, planned);
  return (db, values) => ('userId' in values ? forUser(db, values) : forSession(db, values));
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

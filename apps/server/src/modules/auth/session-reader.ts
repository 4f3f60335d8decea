import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { DatabaseUnavailableError } from '../../platform/database/database-unavailable.ts';
import { isDistributed } from '../../platform/database/distribution/is-distributed.ts';
import { type Given, type Prepared, prepare } from '../../platform/database/prepared-query.ts';
import { type Reader, visibleWorkspaces } from './visible-accounts.ts';

type Write<Values, Row> = (given: Given<Values>, reader: Reader) => RawBuilder<Row>;
type Planned = 'once' | 'each time';

/**
 * Prepares a query of something that lies in one workspace of a session's user, with `reader` for
 * `visibleAccounts`. On a cluster the session is read first: sessions lie on one node and accounts on
 * others (docs/decisions/session-with-the-rows.md). Its workspaces are then asked one after the other.
 */
export const prepareForSession = <Values extends object, Row>(
  write: Write<Values, Row>,
  planned?: Planned,
): Prepared<Values & { tokenHash: Buffer }, Row> =>
  prepareFor<Values, Row, { tokenHash: Buffer }>(
    write,
    (given) => ({ tokenHash: given('tokenHash') }),
    workspacesOfSession,
    planned,
  );

/** Does so for a user whom the request has already authenticated. */
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
export async function readerOf(db: Connection, userId: string): Promise<Reader> {
  if (!isDistributed(db)) return { userId: sql`${userId}::uuid` };
  const workspaceIds = idsOf(await workspacesOfUser(db, { userId }));
  return { workspaceIds: sql`${workspaceIds}` };
}

/** The same where the statement names the workspace. */
export async function readerIn(
  db: Connection,
  userId: string,
  workspaceId: string,
): Promise<Reader> {
  if (!isDistributed(db)) return { userId: sql`${userId}::uuid` };
  const isVisible = idsOf(await workspacesOfUser(db, { userId })).includes(workspaceId);
  return isVisible ? { workspaceId: sql`${workspaceId}::uuid` } : { workspaceIds: sql`${[]}` };
}

function prepareFor<Values extends object, Row, Identity extends object>(
  write: Write<Values, Row>,
  readerBy: (given: Given<Identity>) => Reader,
  findWorkspaces: Prepared<Identity, FoundWorkspace>,
  planned?: Planned,
): Prepared<Values & Identity, Row> {
  const byIdentity = prepare<Values & Identity, Row>(
    (given) => write(given, readerBy(given)),
    planned,
  );
  const byWorkspace = prepare<Values & { ofReader: string }, Row>(
    (given) => write(given, { workspaceId: given('ofReader') }),
    planned,
  );
  return async (db, values) => {
    if (!isDistributed(db)) return byIdentity(db, values);
    const workspaceIds = idsOf(await findWorkspaces(db, values));
    return readFromOne(workspaceIds, (ofReader) => byWorkspace(db, { ...values, ofReader }));
  };
}

/**
 * Asks one workspace after the other for what is in one of them, so that each statement reaches one node,
 * and what is on a node that responds is found whichever other does not.
 *
 * @throws what the first one failed with, if it is in none of the others.
 */
async function readFromOne<Row>(
  workspaceIds: readonly string[],
  read: (workspaceId: string) => Promise<Row[]>,
): Promise<Row[]> {
  const failures: unknown[] = [];
  for (const workspaceId of workspaceIds) {
    try {
      const rows = await read(workspaceId);
      if (rows.length > 0) return rows;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return [];
}

interface FoundWorkspace {
  workspaceId: string;
}

const idsOf = (rows: readonly FoundWorkspace[]): string[] =>
  rows.map(({ workspaceId }) => workspaceId);

const workspacesOf = (reader: Reader) => sql<FoundWorkspace>`
  select workspace_id as "workspaceId" from ${visibleWorkspaces(reader)} visible`;

const workspacesOfSession = prepare<{ tokenHash: Buffer }, FoundWorkspace>((given) =>
  workspacesOf({ tokenHash: given('tokenHash') }),
);
const workspacesOfUser = prepare<{ userId: string }, FoundWorkspace>((given) =>
  workspacesOf({ userId: given('userId') }),
);

import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { isDistributed } from '../../platform/database/distribution/is-distributed.ts';
import { type Given, type Prepared, prepare } from '../../platform/database/prepared-query.ts';
import { type Reader, visibleWorkspaces } from './visible-accounts.ts';

type Write<Values, Row> = (given: Given<Values>, reader: Reader) => RawBuilder<Row>;
type Planned = 'once' | 'each time';

/**
 * Prepares a query of what a session's user may read, with `reader` for `visibleAccounts`. On a cluster
 * the session is read first: sessions lie on one node and accounts on others
 * (docs/decisions/session-with-the-rows.md).
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
  const byWorkspaces = prepare<Values & { workspaceIds: readonly string[] }, Row>(
    (given) => write(given, { workspaceIds: given('workspaceIds') }),
    planned,
  );
  return async (db, values) => {
    if (!isDistributed(db)) return byIdentity(db, values);
    const workspaceIds = idsOf(await findWorkspaces(db, values));
    return byWorkspaces(db, { ...values, workspaceIds });
  };
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

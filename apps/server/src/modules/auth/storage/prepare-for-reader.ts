import type { RawBuilder } from 'kysely';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { storageBy } from '#platform/database/distribution/storage.ts';
import { type Given, type Prepared, prepare } from '#platform/database/prepared-query.ts';
import type { Reader } from '../visible-accounts.ts';
import { type FoundWorkspace, idsOf } from './workspaces-of-reader.ts';

export type Write<Values, Row> = (given: Given<Values>, reader: Reader) => RawBuilder<Row>;
export type Planned = 'once' | 'each time';

/**
 * Prepares a query in both ways: by the identity of its reader, or for each workspace that this reader may
 * read.
 */
export function prepareFor<Values extends object, Row, Identity extends object>(
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
  const queryFor = storageBy<Prepared<Values & Identity, Row>>({
    oneNode: byIdentity,
    async cluster(db, values) {
      const workspaceIds = idsOf(await findWorkspaces(db, values));
      return readFromOne(workspaceIds, (ofReader) => byWorkspace(db, { ...values, ofReader }));
    },
  });
  return (db, values) => queryFor(db)(db, values);
}

/**
 * Queries one workspace after the other for a row that is in one of them. Each statement then reaches one
 * node, and a node that does not respond hides no row on the others.
 *
 * @throws the first node's failure, if the row is in none of the others.
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

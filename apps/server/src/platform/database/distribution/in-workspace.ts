import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../create-database.ts';
import { type Given, type Prepared, prepare } from '../prepared-query.ts';
import { storageBy } from './storage.ts';

/**
 * A further condition on a table of the workspace: on a cluster, the value of the workspace, by which
 * the node is found. On one node there is none; the planner would choose among indexes by it.
 */
export type InWorkspace = (table: string) => RawBuilder<unknown>;

const conditionsFor = storageBy<(workspaceId: string) => InWorkspace>({
  oneNode: () => () => sql``,
  cluster: (workspaceId) => (table) => conditionOn(table, sql`${workspaceId}`),
});

export const inWorkspaceOf = (tx: Connection, workspaceId: string): InWorkspace =>
  conditionsFor(tx)(workspaceId);

/** Prepares a query of a workspace, with such conditions for its tables. */
export function prepareInWorkspace<Values extends { workspaceId: string }, Row>(
  write: (given: Given<Values>, inWorkspace: InWorkspace) => RawBuilder<Row>,
): Prepared<Values, Row> {
  const queryFor = storageBy({
    oneNode: prepare<Values, Row>((given) => write(given, () => sql``)),
    cluster: prepare<Values, Row>((given) =>
      write(given, (table) => conditionOn(table, given('workspaceId'))),
    ),
  });
  return (db, values) => queryFor(db)(db, values);
}

const conditionOn = (table: string, workspaceId: RawBuilder<string>) =>
  sql`and ${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`;

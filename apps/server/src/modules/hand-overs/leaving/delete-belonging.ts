import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { type DescribedTable, usesOf } from '#platform/database/data-register/described-table.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';
import type { LeavingFate } from '#platform/database/data-register/leaving-fates.ts';

interface Leaver {
  userId: string;
  email: string;
  workspaceIds: readonly string[];
  /** Whether only rows of these are deleted, in tables that have a workspace. */
  isOfWorkspaces: boolean;
}

/**
 * Deletes a leaver's rows of the tables with a fate, as the register has it.
 *
 * @param limit the most rows that are deleted, about.
 * @returns whether none is left.
 */
export async function deleteBelonging(
  tx: Connection,
  leaver: Leaver,
  fate: LeavingFate,
  limit = Infinity,
): Promise<boolean> {
  let left = limit;
  for (const [table, described] of Object.entries(describedTables)) {
    if (described.whenLeaving !== fate) continue;
    for (const which of rowsOf(leaver, table, described)) {
      const some =
        limit === Infinity
          ? sql`true`
          : sql`ctid = any(array(
              select ctid from ${sql.table(table)} where ${which} limit ${left}))`;
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ${which} and ${some}`.execute(tx);
      left -= Number(numAffectedRows);
      if (left <= 0) return false;
    }
  }
  return true;
}

/** The conditions for their rows of a table: one for each workspace where workspaces are spread over nodes. */
function rowsOf(
  { userId, email, workspaceIds, isOfWorkspaces }: Leaver,
  table: string,
  described: DescribedTable,
): RawBuilder<unknown>[] {
  const { belongsTo } = described;
  if (belongsTo === undefined) return [];
  const isTheirs =
    'id' in belongsTo
      ? sql`${sql.ref(belongsTo.id)} = ${userId}`
      : sql`${sql.ref(belongsTo.email)} = ${email}`;
  const hasWorkspace = usesOf(described).has('workspace_id');
  if (isOfWorkspaces && !hasWorkspace) return [];
  if (!isOfWorkspaces && tenantTables[table] !== 'workspace_id') return [isTheirs];
  return workspaceIds.map((id) => sql`workspace_id = ${id} and ${isTheirs}`);
}

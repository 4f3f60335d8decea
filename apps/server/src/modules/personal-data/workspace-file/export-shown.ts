import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readPages, readPrimaryKeys } from '../archive/read-pages.ts';
import { type ShownWorkspace, shownTables } from './shown-tables.ts';
import { fileOf, WORKSPACE_DATA_FORMAT, WORKSPACE_DATA_VERSION } from './workspace-file.ts';
import { writeArchive } from './write-archive.ts';

export interface ShownExport {
  db: Connection;
  workspace: { id: string; name: string };
  /** Checks between two pages that the user may still read; throws where not. */
  requireStill: () => Promise<unknown>;
  /** How often that is checked, at most; milliseconds. */
  checkIntervalMs?: number;
}

/** Everything that all members of a workspace see, as a zip stream of lines of JSON, in constant memory. */
export async function* exportShown(
  { db, workspace, requireStill, checkIntervalMs = 5_000 }: ShownExport,
  now = new Date(),
): AsyncGenerator<Buffer> {
  const shown: ShownWorkspace = {
    workspaceId: workspace.id,
    contributorIds: await readContributors(db, workspace.id),
  };
  const primaryKeys = await readPrimaryKeys(db);
  const tables = Object.entries(shownTables).map(([table, { columns }]) => ({
    table,
    file: fileOf(table),
    columns: columns.split(' '),
  }));
  const manifest = {
    format: WORKSPACE_DATA_FORMAT,
    version: WORKSPACE_DATA_VERSION,
    exportedAt: now.toISOString(),
    workspace,
    tables,
  };
  const files = tables.map(({ table, file, columns }) => ({
    name: file,
    pages: readPages(db, {
      table,
      primaryKey: primaryKeys.get(table) ?? [],
      columns: sql.join(columns.map((column) => sql.ref(column))),
      where: sql<boolean>`(${shownTables[table]?.rows(shown) ?? sql`false`})`,
    }),
  }));
  let checkedAt = performance.now();
  const onPage = async () => {
    if (performance.now() - checkedAt <= checkIntervalMs) return;
    await requireStill();
    checkedAt = performance.now();
  };
  yield* writeArchive({ manifest, files, onPage }, now);
}

async function readContributors(db: Connection, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from account_contributors
    where workspace_id = ${workspaceId}`.execute(db);
  return rows.map(({ id }) => id);
}

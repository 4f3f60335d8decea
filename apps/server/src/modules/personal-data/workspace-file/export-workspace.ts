import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';
import { readPages, readPrimaryKeys } from '../archive/read-pages.ts';
import { findMovedWorkspace } from './find-moved-workspace.ts';
import { readMovedColumns, readSchemaVersion } from './moved-columns.ts';
import { movedTables } from './moved-tables.ts';
import type { MovedWorkspace } from './moved-workspace.ts';
import {
  fileOf,
  WORKSPACE_FILE_VERSION,
  WORKSPACE_FORMAT,
  type WorkspaceManifest,
} from './workspace-file.ts';
import { writeArchive } from './write-archive.ts';

export interface ExportedWorkspace {
  id: string;
  organizationId: string;
  name: string;
  /** `organization/workspace`, both as slugs. */
  address: string;
}

interface Progress {
  /** Called with the number of rows, after each page. */
  onRows: (count: number) => void;
}

/**
 * Everything of a workspace as a zip stream of lines of JSON, in constant memory.
 *
 * @param tx a transaction that sees one state of the database, so that rows fit together.
 */
export async function* exportWorkspace(
  tx: Connection,
  { id, organizationId, name, address }: ExportedWorkspace,
  { onRows }: Progress,
  now = new Date(),
): AsyncGenerator<Buffer> {
  const moved = await findMovedWorkspace(tx, { id, organizationId });
  const columns = await readMovedColumns(tx);
  const source = { tx, moved, primaryKeys: await readPrimaryKeys(tx) };
  const manifest: WorkspaceManifest = {
    format: WORKSPACE_FORMAT,
    version: WORKSPACE_FILE_VERSION,
    schema: await readSchemaVersion(tx),
    exportedAt: now.toISOString(),
    workspace: { id, organizationId, name, address },
    tables: movedTables.map(({ table }) => ({
      table,
      file: fileOf(table),
      columns: columns.get(table) ?? [],
    })),
  };
  const files = manifest.tables.map(({ table, file, columns: names }) => ({
    name: file,
    pages: readRows(source, table, names),
  }));
  yield* writeArchive({ manifest, files, onPage: onRows }, now);
}

interface Source {
  tx: Connection;
  moved: MovedWorkspace;
  primaryKeys: ReadonlyMap<string, readonly string[]>;
}

/** The rows of a table that move, in pages of lines. Rows that users own are read user by user. */
async function* readRows(
  { tx, moved, primaryKeys }: Source,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  const rows = movedTables.find((one) => one.table === table)?.rows;
  if (rows === undefined) throw new Error(`The table ${table} does not move.`);
  const owners = tenantTables[table] === 'owner_id' ? moved.ownerIds : [''];
  for (const owner of owners) {
    yield* readPages(tx, {
      table,
      primaryKey: primaryKeys.get(table) ?? [],
      columns: sql.join(columns.map((column) => sql.ref(column))),
      where: sql<boolean>`(${rows(moved, owner)})`,
    });
  }
}

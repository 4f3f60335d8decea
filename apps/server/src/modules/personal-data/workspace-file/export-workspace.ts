import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';
import { readPages, readPrimaryKeys } from '../archive/read-pages.ts';
import { type ZipFile, writeZip } from '../archive/write-zip.ts';
import { findMovedWorkspace } from './find-moved-workspace.ts';
import type { MovedWorkspace } from './moved-workspace.ts';
import { readMovedColumns, readSchemaVersion } from './moved-columns.ts';
import { movedTables } from './moved-tables.ts';
import {
  COMPLETE_NAME,
  fileOf,
  type FileSum,
  MANIFEST_NAME,
  WORKSPACE_FILE_VERSION,
  WORKSPACE_FORMAT,
  type WorkspaceManifest,
} from './workspace-file.ts';

export interface ExportedWorkspace {
  id: string;
  organizationId: string;
  name: string;
  /** `organization/workspace`, both as slugs. */
  address: string;
}

interface Written {
  /** Called with the number of rows, after each page. */
  onRows?: (count: number) => void;
}

/**
 * Everything of a workspace as a zip stream of lines of JSON, in constant memory.
 *
 * @param tx a transaction that sees one state of the database, so that rows fit together.
 */
export async function* exportWorkspace(
  tx: Connection,
  workspace: ExportedWorkspace,
  { onRows = () => {} }: Written = {},
  now = new Date(),
): AsyncGenerator<Buffer> {
  const moved = await findMovedWorkspace(tx, workspace);
  const columns = await readMovedColumns(tx);
  const primaryKeys = await readPrimaryKeys(tx);
  const { id, organizationId, name, address } = workspace;
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
  const files: Record<string, FileSum> = {};
  const source = { tx, moved, primaryKeys };

  async function* lines(file: string, pages: AsyncGenerator<string[]>): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const sum = { rows: 0, bytes: 0, sha256: '' };
    for await (const page of pages) {
      const text = `${page.join('\n')}\n`;
      hash.update(text);
      sum.rows += page.length;
      sum.bytes += Buffer.byteLength(text);
      onRows(page.length);
      yield text;
    }
    files[file] = { ...sum, sha256: hash.digest('hex') };
  }

  async function* entries(): AsyncGenerator<ZipFile> {
    const head = json(manifest);
    yield { name: MANIFEST_NAME, content: [head] };
    for (const { table, file, columns: names } of manifest.tables) {
      yield { name: file, content: lines(file, readRows(source, table, names)) };
    }
    const manifestSha256 = createHash('sha256').update(head).digest('hex');
    yield { name: COMPLETE_NAME, content: [json({ complete: true, manifestSha256, files })] };
  }

  yield* writeZip(entries(), now);
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

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

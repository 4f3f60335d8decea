import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { type ExportedWorkspace, exportWorkspace } from './workspace-file/export-workspace.ts';

export interface WorkspaceExport {
  workspaceId: string;
  /** The file to create. */
  file: string;
  actor: Actor;
}

export interface WrittenWorkspace {
  address: string;
  rows: number;
  /** The size of the file. */
  bytes: number;
}

/**
 * Writes everything of a workspace into a file, as it was at one instant. The file gets its name when it is
 * complete; only its owner may read it. A process that is killed leaves a draft, which the next one replaces.
 *
 * @throws AppError `CONFLICT` where the file exists, `NOT_FOUND` where the workspace does not
 */
export async function exportWorkspaceFile(
  db: Database,
  { workspaceId, file, actor }: WorkspaceExport,
): Promise<WrittenWorkspace> {
  await requireFree(file);
  const workspace = await readWorkspace(db, workspaceId);
  const draft = `${file}.part`;
  let rows = 0;
  try {
    await rm(draft, { force: true });
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => {
        const chunks = exportWorkspace(tx, workspace, { onRows: (count) => (rows += count) });
        const options = { flags: 'wx', mode: 0o600, flush: true };
        return pipeline(Readable.from(chunks), createWriteStream(draft, options));
      });
    await recordChange(db, {
      actor,
      action: 'workspace.exported',
      scope: workspace.address,
      after: { rows },
    });
    await rename(draft, file);
    await syncFolder(path.dirname(file));
  } finally {
    await rm(draft, { force: true });
  }
  return { address: workspace.address, rows, bytes: (await stat(file)).size };
}

async function requireFree(file: string): Promise<void> {
  const folder = path.dirname(file);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new AppError(
      'CONFLICT',
      `There is no folder ${folder}: create it, or choose another one.`,
    );
  }
  if (await stat(file).catch(() => undefined)) {
    throw new AppError('CONFLICT', `${file} exists already: choose another name.`);
  }
}

async function readWorkspace(db: Connection, id: string): Promise<ExportedWorkspace> {
  const { rows } = await sql<ExportedWorkspace>`
    select workspaces.id, organization_id as "organizationId", workspaces.name,
      organizations.slug || '/' || workspaces.slug as address
    from workspaces join organizations on organizations.id = organization_id
    where workspaces.id = ${id}`.execute(db);
  if (rows[0] === undefined) throw notFound('Workspace');
  return rows[0];
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

import { sql } from 'kysely';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { DamagedArchiveError } from './archive/read-zip.ts';
import { findUsersHere, importRows } from './workspace-file/import-rows.ts';
import { movedTables } from './workspace-file/moved-tables.ts';
import {
  openWorkspaceFile,
  refusal,
  requireUnchanged,
  type WorkspaceFile,
} from './workspace-file/open-workspace-file.ts';

export interface ImportedWorkspace {
  address: string;
  rows: number;
  /** Members who have no password here. */
  withoutPassword: string[];
}

/**
 * Imports a workspace from the file of another server, in one transaction. The file is read twice: nothing is
 * inserted until all of it is known to be as it was written.
 *
 * @throws AppError `VALIDATION_FAILED` where the file cannot be used, `CONFLICT` where the workspace or its
 *   address is here
 */
export async function importWorkspaceFile(
  db: Database,
  { file, actor }: { file: string; actor: Actor },
): Promise<ImportedWorkspace> {
  try {
    const opened = await openWorkspaceFile(db, file);
    try {
      await requireUnchanged(opened);
      return await db.transaction().execute((tx) => importAll(tx, opened, actor));
    } finally {
      opened.archive.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedArchiveError)) throw error;
    throw refusal(`The file was cut off or changed: ${error.message}. Copy it again`, {
      cause: error,
    });
  }
}

async function importAll(
  tx: Connection,
  opened: WorkspaceFile,
  actor: Actor,
): Promise<ImportedWorkspace> {
  const { id, address } = opened.manifest.workspace;
  await sql`select pg_advisory_xact_lock(hashtextextended('import of a workspace', 0))`.execute(tx);
  const userIds = await findUsersHere(tx, opened);
  let rows = 0;
  try {
    for (const { table } of movedTables) {
      if (table === 'workspaces') await requireNew(tx, opened);
      rows += await importRows(tx, opened, { table, userIds });
    }
  } catch (cause) {
    if (constraintViolation(cause) === undefined) throw cause;
    const problem = 'Users of this file have rows here that do not fit to it';
    throw refusal(problem, { cause });
  }
  await recordChange(tx, {
    actor,
    action: 'workspace.imported',
    scope: address,
    after: { rows },
  });
  return { address, rows, withoutPassword: await readWithoutPassword(tx, id) };
}

/** When its organization is here already: that of the file, or one with its address. */
async function requireNew(tx: Connection, { manifest }: WorkspaceFile): Promise<void> {
  const { id, address } = manifest.workspace;
  const [organization = ''] = address.split('/');
  const { rows } = await sql<{ isHere: boolean; isTaken: boolean }>`
    select exists (select from workspaces where id = ${id}) as "isHere",
      exists (
        select from workspaces join organizations on organizations.id = organization_id
        where organizations.slug || '/' || workspaces.slug = ${address}
      ) or not exists (
        select from organizations where slug = ${organization} and id = ${manifest.workspace.organizationId}
      ) as "isTaken"`.execute(tx);
  const problem = rows[0]?.isHere
    ? `The workspace ${address} is on this server already`
    : `Another organization or workspace of this server has the address ${address}`;
  if (rows[0]?.isHere || rows[0]?.isTaken) {
    throw new AppError('CONFLICT', `${problem}. Nothing was imported.`);
  }
}

async function readWithoutPassword(db: Connection, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from users join memberships on user_id = users.id
    where workspace_id = ${workspaceId} and password_hash is null and is_active
    order by email`.execute(db);
  return rows.map(({ email }) => email);
}

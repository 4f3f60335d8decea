import { createHash } from 'node:crypto';
import { CLI_COMMAND } from '#platform/cli-command.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { DamagedArchiveError, openZip, type ZipArchive } from '../archive/read-zip.ts';
import { readMovedColumns, readSchemaVersion } from './moved-columns.ts';
import { movedTables } from './moved-tables.ts';
import { readLines, readWhole } from './read-lines.ts';
import {
  COMPLETE_NAME,
  fileOf,
  type FileSum,
  MANIFEST_NAME,
  WORKSPACE_DATA_FORMAT,
  WORKSPACE_FILE_VERSION,
  WORKSPACE_FORMAT,
  type WorkspaceCompletion,
  type WorkspaceManifest,
} from './workspace-file.ts';

/** A file of a workspace whose rows fit into this server's database. */
export interface WorkspaceFile {
  archive: ZipArchive;
  manifest: WorkspaceManifest;
  /** The sum of the file of a table. */
  sumOf: (table: string) => FileSum;
}

/** Far above the manifest of all tables. */
const MAX_MANIFEST_BYTES = 1_000_000;

/**
 * Opens the file of a workspace and checks its manifest, not yet its rows.
 *
 * @throws AppError `VALIDATION_FAILED` where it is none, or of another version
 * @throws DamagedArchiveError
 */
export async function openWorkspaceFile(db: Connection, file: string): Promise<WorkspaceFile> {
  const archive = await openArchive(file);
  try {
    const head = archive.names.includes(MANIFEST_NAME)
      ? await readWhole(archive, MANIFEST_NAME, MAX_MANIFEST_BYTES)
      : Buffer.from('');
    const manifest = parse<WorkspaceManifest>(head);
    await requireFitting(db, manifest);
    const completion = await readCompletion(archive, head);
    return {
      archive,
      manifest,
      sumOf: (table) => {
        const sum = completion.files[fileOf(table)];
        if (sum === undefined) throw new DamagedArchiveError(`${fileOf(table)} is missing`);
        return sum;
      },
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** Reads every row once and compares the sums, before anything is imported. */
export async function requireUnchanged({ archive, sumOf }: WorkspaceFile): Promise<void> {
  for (const { table } of movedTables) {
    for await (const _lines of readLines(archive, fileOf(table), sumOf(table)));
  }
}

async function openArchive(file: string): Promise<ZipArchive> {
  try {
    return await openZip(file);
  } catch (cause) {
    if (cause instanceof DamagedArchiveError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? `There is no file ${file}` : `${file}: ${message}`;
    throw refusal(problem, { cause });
  }
}

async function requireFitting(db: Connection, manifest: Partial<WorkspaceManifest>) {
  const { format, version = 0, schema = '', tables = [] } = manifest;
  if (format === 'account-tracker-own-data') {
    throw refusal('This is the download of a user’s data, not the file of a workspace');
  }
  if (format === WORKSPACE_DATA_FORMAT) {
    throw refusal(
      `This is what an owner downloads of a workspace, which lacks what each member keeps for themselves. Write one with “${CLI_COMMAND} export-workspace”`,
    );
  }
  if (format !== WORKSPACE_FORMAT) throw refusal('This is not the file of a workspace');
  const here = await readSchemaVersion(db);
  const isNewer = version > WORKSPACE_FILE_VERSION || schema > here;
  if (isNewer) {
    throw refusal(
      `A newer server wrote this file (${schema}; here it is ${here}). Upgrade this one`,
    );
  }
  if (version !== WORKSPACE_FILE_VERSION || schema !== here) {
    throw refusal(
      `An older server wrote this file (${schema}; here it is ${here}). Upgrade that one, then export again with “${CLI_COMMAND} export-workspace”`,
    );
  }
  const columns = await readMovedColumns(db);
  const isSame =
    tables.length === columns.size &&
    tables.every(({ table, columns: theirs }) => `${columns.get(table)}` === `${theirs}`);
  if (!isSame) throw refusal('The tables of this file are not those of this server');
}

async function readCompletion(archive: ZipArchive, head: Buffer): Promise<WorkspaceCompletion> {
  const completion = parse<WorkspaceCompletion>(
    await readWhole(archive, COMPLETE_NAME, MAX_MANIFEST_BYTES),
  );
  const { complete, manifestSha256, files } = completion;
  const names = [MANIFEST_NAME, ...movedTables.map(({ table }) => fileOf(table)), COMPLETE_NAME];
  const isComplete =
    complete === true &&
    files !== undefined &&
    manifestSha256 === createHash('sha256').update(head).digest('hex') &&
    `${archive.names}` === `${names}`;
  if (!isComplete) throw new DamagedArchiveError('Its list of contents was changed');
  return completion as WorkspaceCompletion;
}

function parse<Content>(text: Buffer): Partial<Content> & Content {
  try {
    return { ...(JSON.parse(text.toString('utf8')) as Content) } as Content;
  } catch {
    return {} as Content;
  }
}

export const refusal = (problem: string, options?: { cause: unknown }): AppError =>
  new AppError('VALIDATION_FAILED', `${problem}. Nothing was imported.`, options);

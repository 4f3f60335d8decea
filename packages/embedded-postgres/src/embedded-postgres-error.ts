import { statfsSync } from 'node:fs';

/** With less free space than this, the disk counts as full. */
const SMALLEST_USE_BYTES = 256 * 1024;

/**
 * Why the embedded PostgreSQL cannot run, in one sentence that a user can act on.
 * The technical reason, where there is one, is the `cause`.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** There is no room for what PostgreSQL has to write; when there is again, it starts. */
export class FullDiskError extends EmbeddedPostgresError {}

const FULL_DISK = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;
// ENOENT is the error of a folder in which none can be created, such as /proc.
const NO_ACCESS =
  /EACCES|EPERM|EROFS|ENOENT: no such file or directory, mkdir|Permission denied|Operation not permitted|Read-only file system|has wrong ownership/;
const NOT_A_FOLDER = /ENOTDIR|EEXIST|Not a directory/;
const NO_USER_NAME = /could not look up effective user ID/;
const OLD_PROCESSES = /pre-existing shared memory block/;

/**
 * Turns what went wrong with the data folder into one sentence: `reason` is an error of the file
 * system or the output of a PostgreSQL program (always English, because it runs with LC_ALL=C).
 */
export function explainFailure(dataDir: string, reason: unknown): EmbeddedPostgresError {
  if (reason instanceof EmbeddedPostgresError) return reason;
  const text = reason instanceof Error ? reason.message : String(reason);
  const cause = reason instanceof Error ? reason : new Error(text);
  if (FULL_DISK.test(text) || isDiskFull(dataDir)) {
    const message = `The disk that holds ${dataDir} is full: free some space and start again.`;
    return new FullDiskError(message, { cause });
  }
  return new EmbeddedPostgresError(sentence(dataDir, text), { cause });
}

function sentence(dataDir: string, text: string): string {
  if (NO_USER_NAME.test(text)) {
    return `PostgreSQL cannot create ${dataDir} because user id ${userId()} has no name on this machine: add the user to /etc/passwd, or start as another user.`;
  }
  if (NO_ACCESS.test(text)) {
    return `User id ${userId()} cannot create, read or write the folder ${dataDir}: give it (and what it holds) to that user, or choose another folder.`;
  }
  if (NOT_A_FOLDER.test(text)) {
    return `${dataDir} cannot be used because a file stands where a folder should be: move the file away, or choose another folder.`;
  }
  if (OLD_PROCESSES.test(text)) {
    return `Processes of an earlier PostgreSQL still use ${dataDir}: end them (their command line names that folder) and start again.`;
  }
  return `PostgreSQL does not run on ${dataDir} (${lastComplaint(text)}): see postgres.log in that folder.`;
}

/** PostgreSQL cannot log that the disk is full when the log is on the same disk. */
function isDiskFull(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < SMALLEST_USE_BYTES;
  } catch {
    // The folder is missing or not ours to look at: that is the reason, and is said next.
    return false;
  }
}

function lastComplaint(text: string): string {
  const lines = text.trim().split('\n');
  const complaint = lines.findLast((line) => /(?:FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1);
  return complaint?.replace(/^.*?(?=FATAL|PANIC)/, '').trim() || 'it ended without a word';
}

function userId(): number {
  return process.getuid?.() ?? 0;
}

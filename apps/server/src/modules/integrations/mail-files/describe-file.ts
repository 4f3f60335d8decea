import { limits } from '@repo/contract/limits';
import type { MailFile } from '@repo/contract/mail-files';
import type { Selectable } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { FileId } from './spool.ts';

export type MailFileRow = Selectable<Schema['mail_files']>;

/** @throws AppError when the user has no such file. */
export async function findFile(db: Connection, { ownerId, id }: FileId): Promise<MailFileRow> {
  const row = await db
    .selectFrom('mail_files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound('File');
  return row;
}

export const describeStored = async (db: Connection, file: FileId): Promise<MailFile> =>
  describeFile(await findFile(db, file));

export async function listFiles(db: Connection, ownerId: string): Promise<MailFile[]> {
  const rows = await db
    .selectFrom('mail_files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limits.pendingMailFiles + limits.finishedMailFiles)
    .execute();
  return rows.map(describeFile);
}

function describeFile(row: MailFileRow): MailFile {
  const domains = Object.entries(row.domains).map(([domain, emails]) => ({ domain, emails }));
  domains.sort((one, other) => other.emails - one.emails || (one.domain < other.domain ? -1 : 1));
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    received: row.received,
    state: row.state,
    fraction: fractionOf(row),
    found: row.found,
    concerned: row.concerned,
    imported: row.imported,
    excluded: row.excluded,
    unreadable: row.unreadable,
    meetings: row.meetings,
    domains: domains.slice(0, limits.mailFileDomains),
    domainCount: domains.length,
    since: row.since?.toISOString() ?? null,
    until: row.until?.toISOString() ?? null,
    problems: row.problems,
    ...(row.message !== null && { message: row.message }),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function fractionOf({ state, bytes_read: read, size }: MailFileRow): number {
  if (state === 'checking' || state === 'importing') return Math.min(1, read / size);
  return state === 'uploading' ? 0 : 1;
}

import type { NoteVersion } from '@repo/contract/account-changes';
import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { requireAccount } from '../reading/find-account.ts';

interface NoteChange extends AccountKey {
  /** The note that is replaced. */
  before: string;
  note: string;
  writtenBy: string;
}

/**
 * Records a change of the note of a locked account, and forgets the oldest versions beyond `limits.noteVersions`.
 * A note that was written without a record, by an import or an earlier version of the server, is recorded first.
 */
export async function recordNoteVersion(tx: Connection, change: NoteChange): Promise<void> {
  const { workspaceId, accountId, before, note, writtenBy } = change;
  const { rows } = await sql<{ version: number; note: string }>`
    select version, note from note_versions
    where ${ofAccount(change)} order by version desc limit 1`.execute(tx);
  const last = rows[0] ?? { version: 0, note: '' };
  const isUnrecorded = before !== last.note;
  const version = last.version + (isUnrecorded ? 2 : 1);
  if (isUnrecorded) {
    await sql`
      insert into note_versions (workspace_id, account_id, version, note)
      values (${workspaceId}, ${accountId}, ${version - 1}, ${before})`.execute(tx);
  }
  await sql`
    insert into note_versions (workspace_id, account_id, version, note, written_by, written_at)
    values (${workspaceId}, ${accountId}, ${version}, ${note}, ${writtenBy}, now())`.execute(tx);
  await sql`
    delete from note_versions
    where ${ofAccount(change)} and version <= ${version - limits.noteVersions}`.execute(tx);
}

/**
 * The last versions of an account's note, the present one first, for a member of its workspace. Writers who have
 * left the workspace are named without their address.
 *
 * @throws AppError NOT_FOUND for everyone else.
 */
export async function listNoteVersions(
  db: Database,
  userId: string,
  accountId: string,
): Promise<NoteVersion[]> {
  const account = await requireAccount(db, userId, accountId);
  const { rows } = await sql<NoteRow>`
    select note.version, note.note, note.written_at as "writtenAt",
      writer.id as "writerId", writer.name as "writerName",
      case when exists (
        select from memberships membership
        where membership.workspace_id = ${account.workspaceId} and membership.user_id = writer.id
      ) then writer.email end as "writerEmail"
    from note_versions note left join users writer on writer.id = note.written_by
    where ${ofAccount(account)} order by note.version desc limit ${limits.noteVersions}`.execute(
    db,
  );
  const { rows: present } = await sql<{ note: string }>`
    select note from workspace_accounts
    where workspace_id = ${account.workspaceId} and id = ${accountId}`.execute(db);
  const note = present[0]?.note ?? '';
  const recorded = rows.map(readVersion);
  if (note === (recorded[0]?.note ?? '')) return recorded;
  const version = (recorded[0]?.version ?? 0) + 1;
  const unrecorded = { version, note, writtenBy: null, writtenAt: null };
  return [unrecorded, ...recorded].slice(0, limits.noteVersions);
}

/** Deletes the earlier versions of notes with their accounts. */
export async function forgetNoteVersions(
  db: Connection,
  { workspaceIds, accountIds }: { workspaceIds: string[]; accountIds: string[] },
): Promise<void> {
  await sql`
    delete from note_versions
    where workspace_id = any(${workspaceIds}::uuid[])
      and account_id = any(${accountIds}::uuid[])`.execute(db);
}

interface NoteRow {
  version: number;
  note: string;
  writtenAt: Date | null;
  writerId: string | null;
  writerName: string | null;
  writerEmail: string | null;
}

function readVersion(row: NoteRow): NoteVersion {
  const { version, note, writtenAt, writerId, writerName, writerEmail } = row;
  return {
    version,
    note,
    writtenBy:
      writerId === null ? null : { id: writerId, name: writerName ?? '', email: writerEmail ?? '' },
    writtenAt: writtenAt?.toISOString() ?? null,
  };
}

const ofAccount = ({ workspaceId, accountId }: AccountKey): RawBuilder<unknown> =>
  sql`workspace_id = ${workspaceId} and account_id = ${accountId}`;

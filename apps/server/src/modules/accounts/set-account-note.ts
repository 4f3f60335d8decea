import { limits } from '@repo/contract/limits';
import type { Database } from '#platform/database/create-database.ts';
import { AppError, validationFailed } from '#platform/http/app-error.ts';
import { noteEntries } from '../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../listed-accounts/note-workspace-changes.ts';
import { lockOwnAccount } from './lock-own-account.ts';
import { recordNoteVersion } from './editing/note-versions.ts';

/**
 * Writes the note of an account, for a member of its workspace.
 *
 * @throws AppError VALIDATION_FAILED for a note that is too long; CONFLICT when the present note is not
 *   the one that it replaces; NOT_FOUND for a user who may not see the account.
 */
export async function setAccountNote(
  db: Database,
  person: { id: string },
  { accountId, note: typed, replaces }: { accountId: string; note: string; replaces: string },
): Promise<void> {
  const note = storedNote(typed);
  const message = accountNoteProblem(note);
  if (message !== undefined) throw validationFailed([{ field: 'note', message }]);
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, person.id, accountId);
    if (account.note === note) return;
    if (account.note !== storedNote(replaces)) {
      throw new AppError(
        'CONFLICT',
        'Someone else has changed the note. Read it again, and add what is missing.',
      );
    }
    const { workspaceId } = account;
    await tx
      .updateTable('workspace_accounts')
      .set({ note })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', accountId)
      .execute();
    await recordNoteVersion(tx, {
      workspaceId,
      accountId,
      before: account.note,
      note,
      writtenBy: person.id,
    });
    await noteEntries(tx, workspaceId, 'account', [accountId]);
    await noteWorkspaceChanges(tx, [workspaceId]);
  });
}

/** Why a text cannot be the note of an account; undefined when it can. */
export function accountNoteProblem(note: string): string | undefined {
  const limit = limits.accountNoteLength;
  return note.length > limit ? `The note must be at most ${limit} characters.` : undefined;
}

/** Lines end as on any system; what cannot be shown is left out. */
export const storedNote = (typed: string): string =>
  typed
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim();

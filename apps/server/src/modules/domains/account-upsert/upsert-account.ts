import { shownDomain } from '@repo/domain/domains/shown-domain';
import type { Database } from '#platform/database/create-database.ts';
import { AppError, notFound, validationFailed } from '#platform/http/app-error.ts';
import { createAccount } from '../../accounts/create-account.ts';
import { findAccountOfDomain } from '#modules/accounts/accounts-by-domain.ts';
import { lockMembers } from '../../accounts/lock-member.ts';
import { renameAccount } from '../../accounts/rename-account.ts';
import { setAccountNote } from '../../accounts/set-account-note.ts';
import { setAccountOwner } from '../../accounts/set-account-owner.ts';
import type { Actor } from '../../audit/actor.ts';
import { findMembership } from '../../users/find-membership.ts';
import { readRow, type ReadRow } from '../account-import/read-row.ts';
import { recordImport } from '../account-import/record-import.ts';

interface Upsert {
  workspaceId: string;
  /** As it was typed. */
  domain: string;
  name?: string | undefined;
  ownerId?: string | null | undefined;
  note?: string | undefined;
}

/**
 * Makes the account of a domain have these values, for a member of the workspace; creates it where there is
 * none. Values that are not given stay the same. The call can be repeated: each value is written on its own,
 * and the same value changes nothing.
 *
 * @throws AppError VALIDATION_FAILED; NOT_FOUND for those who are no members; CONFLICT while an account with the domain
 *   is being deleted, and when someone else writes the note at the same time; LIMIT_REACHED; RATE_LIMITED.
 */
export async function upsertAccount(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, domain, name, ownerId, note }: Upsert,
): Promise<{ accountId: string; isNew: boolean }> {
  if (!(await findMembership(db, person.id, workspaceId))) throw notFound('Workspace');
  const row = readRow({ domain, name: name ?? '', owner: '', note: note ?? '' });
  if (row.problem !== undefined) {
    const field = row.domain === '' ? 'domain' : 'body';
    throw validationFailed([{ field, message: row.problem }]);
  }
  if (ownerId && !(await findMembership(db, ownerId, workspaceId))) {
    throw validationFailed([
      { field: 'ownerId', message: 'The owner of an account must be a member of its workspace.' },
    ]);
  }
  const earlier = await findAccountOfDomain(db, workspaceId, row.domain);
  const made = earlier ? undefined : await create(db, person, workspaceId, row);
  const found = earlier ?? (await findAccountOfDomain(db, workspaceId, row.domain));
  if (found?.isDeleted === true) {
    const shown = shownDomain(row.domain);
    throw new AppError(
      'CONFLICT',
      `The account for ${shown} is being deleted. Try again in a minute.`,
    );
  }
  // Merged or deleted meanwhile.
  if (found === undefined) throw notFound('Account');
  const accountId = found.id;
  if (made === undefined && name !== undefined)
    await renameAccount(db, person, { accountId, name });
  if (ownerId !== undefined) {
    await setAccountOwner(db, person, { accountId, userId: ownerId });
  }
  if (note !== undefined) {
    const { note: replaces } = await db
      .selectFrom('workspace_accounts')
      .select('note')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(() => notFound('Account'));
    await setAccountNote(db, person, { accountId, note, replaces });
  }
  return { accountId, isNew: made !== undefined };
}

/** Returns the new account; undefined when there is one by now. */
async function create(
  db: Database,
  person: Actor & { id: string },
  workspaceId: string,
  { domain, name }: ReadRow,
): Promise<string | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      const members = await lockMembers(tx, { workspaceId, userIds: [person.id] });
      if (!members.has(person.id)) throw notFound('Workspace');
      const { id } = await createAccount(tx, { workspaceId, domain, name, creatorId: person.id });
      await recordImport(tx, { person, workspaceId, count: 1 });
      return id;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return undefined;
    throw error;
  }
}

import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound, validationFailed } from '#platform/http/app-error.ts';
import type { Actor } from '../../audit/actor.ts';
import { requireNotHeld } from '#modules/activities/held-accounts.ts';
import { copyDecisions } from '../../relationships/copy-decisions.ts';
import { requireAccount } from '../reading/find-account.ts';
import { type LockedAccount, lockOwnAccount } from '../lock-own-account.ts';
import { lockWorkspaceOf } from '../lock-workspace-of.ts';
import { recordNoteVersion } from '../editing/note-versions.ts';
import { joinNotes } from './join-notes.ts';
import { recordMerge } from './record-merge.ts';
import { lockTags } from '../tags/lock-tags.ts';
import { uniteTags } from '../tags/unite-tags.ts';
import { moveOwnAccounts } from '../own/own-accounts.ts';
import { requireDomainCapacity } from './require-domain-capacity.ts';

interface Merge {
  /** The account that goes away. */
  accountId: string;
  intoId: string;
}

/**
 * Merges an account into another one of its workspace, for a member. The other account gets its domains, its
 * owner if it has none, its note, its tags, and the members' decisions about its people. No one sees the merged account
 * any more. The caller then calls `finishMerge`, which moves its shares. Cannot be undone.
 *
 * @returns the workspace of both.
 * @throws AppError VALIDATION_FAILED for an account and itself; NOT_FOUND for a user who may not see
 *   both, for an account that is already deleted or merged, and for accounts of different workspaces;
 *   CONFLICT for notes that are too long together, and for an account whose shares are still being
 *   restored; LIMIT_REACHED when both have too many domains or tags together; RATE_LIMITED.
 */
export async function mergeAccounts(
  db: Database,
  person: Actor & { id: string },
  { accountId, intoId }: Merge,
): Promise<string> {
  if (accountId === intoId) {
    throw validationFailed([
      { field: 'intoAccountId', message: 'An account cannot be merged with itself.' },
    ]);
  }
  return db.transaction().execute(async (tx) => {
    const workspaceId = await lockWorkspaceOf(tx, person.id, accountId);
    const into = await requireAccount(tx, person.id, intoId);
    if (into.workspaceId !== workspaceId) throw notFound('Account');
    await lockTags(tx, workspaceId, 'shared');
    // In the order of the ids, as `lockAccounts`: two merges in opposite directions wait for each other,
    // and the second one finds that an account is gone.
    const locked = new Map<string, LockedAccount>();
    for (const id of [accountId, intoId].toSorted()) {
      locked.set(id, await lockOwnAccount(tx, person.id, id));
    }
    const [gone, kept] = [locked.get(accountId), locked.get(intoId)];
    if (gone === undefined || kept === undefined) throw notFound('Account');
    await requireRestored(tx, gone);
    for (const { id, name } of [gone, kept]) {
      await requireNotHeld(tx, { workspaceId, accountId: id, name }, 'merged');
    }
    await moveDetails(tx, person.id, { gone, kept });
    await hide(tx, { gone, kept });
    await moveDomains(tx, { gone, kept });
    await copyDecisions(tx, { workspaceId, accountId, intoId });
    await recordMerge(tx, person, { workspaceId, accountId, intoId, scope: kept.scope });
    return workspaceId;
  });
}

interface Both {
  gone: LockedAccount;
  kept: LockedAccount;
}

/** Shares that are being restored to the account come first: once it is gone, they could not be. */
async function requireRestored(tx: Connection, { id, workspaceId, name }: LockedAccount) {
  const { rows } = await sql`
    select from deleted_accounts
    where workspace_id = ${workspaceId} and account_id = ${id}`.execute(tx);
  if (rows.length === 0) return;
  throw new AppError(
    'CONFLICT',
    `The shares with ${name} are still being restored. Try again in a minute.`,
  );
}

async function moveDetails(tx: Connection, userId: string, { gone, kept }: Both): Promise<void> {
  const both = { workspaceId: kept.workspaceId, fromId: gone.id, intoId: kept.id };
  await moveOwnAccounts(tx, both);
  await uniteTags(tx, both);
  const note = joinNotes(kept.note, gone.note);
  const { id: accountId, workspaceId, note: before } = kept;
  if (note !== before) {
    await recordNoteVersion(tx, { workspaceId, accountId, before, note, writtenBy: userId });
  }
  await tx
    .updateTable('workspace_accounts')
    .set({ note, account_owner_id: ownedBefore(kept) ?? gone.storedOwnerId })
    .where('workspace_id', '=', kept.workspaceId)
    .where('id', '=', kept.id)
    .execute();
}

/** The stored owner, since a release looks for it in whichever account it is; null for one who left it to no one. */
const ownedBefore = ({ accountOwnerId, storedOwnerId }: LockedAccount) =>
  accountOwnerId === null ? null : storedOwnerId;

/**
 * The merged account's row stays until its shares have moved. It has its id in place of the domain, which now
 * belongs to the other account, and its refreshes are done there.
 */
async function hide(tx: Connection, { gone: { id, workspaceId }, kept }: Both): Promise<void> {
  await sql`
    update workspaces set account_count = account_count - 1 where id = ${workspaceId}`.execute(tx);
  await sql`
    update workspace_accounts
    set deleted_at = now(), merged_into = ${kept.id}, domain = id::text
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx);
  await sql`
    delete from account_refreshes
    where workspace_id = ${workspaceId} and account_id = ${id}`.execute(tx);
  await sql`
    delete from listed_accounts
    where workspace_id = ${workspaceId} and account_id = ${id}`.execute(tx);
}

async function moveDomains(tx: Connection, { gone, kept }: Both): Promise<void> {
  const { workspaceId } = kept;
  await sql`
    update account_domains set account_id = ${kept.id}
    where workspace_id = ${workspaceId} and account_id = ${gone.id}`.execute(tx);
  await tx
    .insertInto('account_domains')
    .values({ workspace_id: workspaceId, account_id: kept.id, domain: gone.domain })
    .execute();
  await requireDomainCapacity(tx, { workspaceId, accountId: kept.id });
}

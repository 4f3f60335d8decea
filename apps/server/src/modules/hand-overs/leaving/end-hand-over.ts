import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { leaveViews } from '#modules/accounts/leave-views.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { removeAllDomains, takeCapturedStep } from '#modules/domains/remove-all-domains.ts';
import { takeNamesStep } from '#modules/listed-accounts/refresh-names.ts';
import {
  releaseOwnedAccounts,
  takeReleaseStep,
} from '#modules/listed-accounts/release-owned-accounts.ts';
import { deleteBelonging } from './delete-belonging.ts';
import { renameAsSender, renameInEntriesOfOthers, renameInOwnEntries } from './rename-in-log.ts';
import { removeNotShared } from '../shares/remove-not-shared.ts';
import { ERASED, erasedEmail } from '#modules/users/erased-user.ts';
import { withdrawAll } from '../shares/withdraw-all.ts';
import { lockHandOver, type StoredHandOver } from './stored-hand-over.ts';

/** Rows or captured activities in one step. */
export const STEP_SIZE = 1_000;

/**
 * The server ends what an administrator or owner began; the log names those in its first entry.
 */
const server = { id: null, name: 'Server' };

/** Returns whether it is done, or `locked` where others hold what is next. */
type Step = (tx: Connection, handed: StoredHandOver, size: number) => Promise<boolean | 'locked'>;

/** The pause before rows that others hold are looked at again. */
const LOCKED_PAUSE_MS = 100;

/**
 * Ends a hand-over whose 30 days are over, in steps of one transaction each, so that a process continues
 * after it, or another one, was killed. Each step looks first whether the hand-over is still there and
 * ending.
 */
export async function endHandOver(
  db: Database,
  id: string,
  { signal, stepSize = STEP_SIZE }: { signal?: AbortSignal; stepSize?: number } = {},
): Promise<void> {
  const handed = await db.transaction().execute((tx) => beginEnding(tx, id));
  if (handed === undefined) return;
  const { userId, workspaceId, choice } = handed;
  const isErased = choice === 'erase';
  // Published rows are found by what is captured: nothing of that is deleted before they are gone.
  if (isErased && !(await withdrawAll(db, handed, signal))) return;
  const steps: Step[] =
    workspaceId !== null
      ? [removeBelonging]
      : isErased
        ? [
            removeCaptured,
            removeBelonging,
            removeErased,
            renameOthers,
            renameSender,
            renameOwn,
            renameUser,
            renameInAccounts,
          ]
        : [removeNotShared, removeUnshared, removeBelonging];
  for (const take of [...steps, releaseAccounts, leaveForGood]) {
    for (let outcome: Awaited<ReturnType<Step>> = false; outcome !== true;) {
      signal?.throwIfAborted();
      outcome = await db.transaction().execute(async (tx) => {
        await lockOwner(tx, userId);
        const found = await lockHandOver(tx, { id });
        return found?.state !== 'ending' || take(tx, found, stepSize);
      });
      if (outcome === 'locked') await sleep(LOCKED_PAUSE_MS);
    }
  }
}

/** Marks the hand-over, after which the user cannot come back. */
async function beginEnding(tx: Connection, id: string): Promise<StoredHandOver | undefined> {
  const { rows } = await sql`
    update hand_overs set state = 'ending'
    where id = ${id} and (state = 'ending' or state = 'leaving' and ends_at <= now())
    returning id`.execute(tx);
  return rows.length === 0 ? undefined : lockHandOver(tx, { id });
}

const removeCaptured: Step = async (tx, { userId }, size) => {
  const isDone = await takeCapturedStep(tx, userId, size);
  if (isDone) await removeAllDomains(tx, userId);
  return isDone;
};

/** Stops tracking domains that are shared nowhere; nothing is captured for them alone any more. */
const removeUnshared: Step = async (tx, { userId }) => {
  const { rows } = await sql`
    delete from domains domain where owner_id = ${userId} and id in (
      select each.id from domains each
      where each.owner_id = ${userId} and not exists (
        select from domain_shares share
        where share.owner_id = ${userId} and share.domain_id = each.id)
      order by each.id limit 20)
    returning id`.execute(tx);
  return rows.length === 0;
};

const removeBelonging: Step = async (tx, handed, size) =>
  deleteBelonging(tx, await readLeaver(tx, handed), 'later', size);

const removeErased: Step = async (tx, handed, size) => {
  const leaver = { ...(await readLeaver(tx, handed)), workspaceIds: [] };
  // Their published activities are withdrawn. Of the first, what was written during the 30 days.
  for (const fate of ['atOnce', 'disconnected', 'asShared'] as const) {
    if (!(await deleteBelonging(tx, leaver, fate, size))) return false;
  }
  return true;
};

const renameOthers: Step = (tx, { userId }, size) => renameInEntriesOfOthers(tx, userId, size);

const renameSender: Step = async (tx, { userId }) => {
  await renameAsSender(tx, userId);
  return true;
};

/** The last one: by their own entries the others know the names that they had. */
const renameOwn: Step = (tx, { userId }, size) => renameInOwnEntries(tx, userId, size);

/** The hand-over, with those of owners that it came before the end of. */
const endedWith = ({ id, userId, workspaceId }: StoredHandOver) => sql`
  select ended.id from hand_overs ended
  where ended.id = ${id} or ended.user_id = ${userId} and ${workspaceId}::uuid is null`;

/** Ends the ownership of accounts, unless a successor has them. */
const releaseAccounts: Step = async (tx, handed, size) => {
  const { userId } = handed;
  const { rows: left } = await sql<{ workspaceId: string }>`
    select workspace_id as "workspaceId" from former_memberships
    where user_id = ${userId} and hand_over_id in (${endedWith(handed)})
    order by workspace_id`.execute(tx);
  for (const { workspaceId } of left) await releaseOwnedAccounts(tx, { userId, workspaceId });
  for (const { workspaceId } of left) {
    const outcome = await takeReleaseStep(tx, { userId, workspaceId }, size);
    if (outcome !== 'done') return outcome === 'locked' ? 'locked' : false;
  }
  return true;
};

/** Ends what is left for the workspaces, with the hand-over itself. */
const leaveForGood: Step = async (tx, handed) => {
  const { userId, choice, workspaceId } = handed;
  const isErased = choice === 'erase';
  const ended = endedWith(handed);
  const { rows: left } = await sql<{ workspaceId: string; scope: string }>`
    select workspace.id as "workspaceId", organization.slug || '/' || workspace.slug as scope
    from former_memberships former
    join workspaces workspace on workspace.id = former.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    where former.user_id = ${userId} and former.hand_over_id in (${ended})
    order by workspace.id`.execute(tx);
  for (const { workspaceId } of left) {
    await leaveViews(tx, { userId, workspaceId });
  }
  if (isErased) {
    await tx
      .deleteFrom('former_memberships')
      .where('user_id', '=', userId)
      .where(sql<boolean>`hand_over_id in (${ended})`)
      .execute();
  }
  const { name } = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const isGone = isErased && workspaceId === null;
  // Someone may have added them to a workspace meanwhile.
  if (isGone) await tx.deleteFrom('memberships').where('user_id', '=', userId).execute();
  const [only] = left;
  await recordChange(tx, {
    actor: server,
    action: workspaceId === null ? 'user.left' : 'member.left',
    person: { id: userId, name: isGone ? ERASED : name },
    ...(workspaceId !== null && only && { scope: only.scope }),
    after: { choice, workspaces: left.length },
  });
  await sql`delete from hand_overs where id in (${ended})`.execute(tx);
  return true;
};

/** The row of the user stays, since accounts and notes refer to it. */
const renameUser: Step = async (tx, { userId }) => {
  await tx
    .updateTable('users')
    .set({
      name: ERASED,
      email: erasedEmail(userId),
      is_admin: false,
      time_zone: null,
    })
    .where('id', '=', userId)
    .execute();
  return true;
};

const renameInAccounts: Step = (tx, { userId }, size) => takeNamesStep(tx, userId, size);

async function readLeaver(tx: Connection, { id, userId, workspaceId }: StoredHandOver) {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const left = await tx
    .selectFrom('former_memberships')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('hand_over_id', '=', id)
    .execute();
  const workspaceIds = left.map(({ workspace_id }) => workspace_id);
  return { userId, email, workspaceIds, isOfWorkspaces: workspaceId !== null };
}

import { nameProblem } from '@repo/contract/name';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { revokeAllKeys } from '#modules/auth/revoke-key.ts';
import { requireBreakGlass } from '#modules/auth/break-glass.ts';
import { enqueueNames } from '../listed-accounts/refresh-names.job.ts';
import { refreshNames } from '../listed-accounts/refresh-names.ts';
import { resumeAll } from '../hand-overs/bring-back.ts';
import { cutOff } from '../hand-overs/cut-off.ts';
import { endReturnLink } from '../hand-overs/return-link.ts';
import { lockAdministrators, requireAnotherAdministrator } from '../users/administrators.ts';
import { requireNotErased } from '../users/erased-user.ts';
import { timeOfUpdate } from '../users/time-of-update.ts';

interface EditableFields {
  name: string;
  isAdmin: boolean;
  isTest: boolean;
  isActive: boolean;
}

export interface UserUpdate extends Partial<EditableFields> {
  userId: string;
  /**
   * The values as they were read before the edit; if they have changed since, the edit is refused.
   */
  updatedAt?: string | undefined;
  /** Whether the caller, with an API key, may neither make an administrator nor change one. */
  sparesAdministrators?: boolean;
  /** Stores more in the same transaction, after the change. Receives the time of the update before. */
  alongside?: (tx: Connection, previous: Date) => Promise<void>;
}

/**
 * Changes a user. Deactivating ends the user's sessions, API keys, reset links and syncs, and the reading of
 * their files; their contributions remain. A new name is shown in their accounts for as long as a client
 * waits, and in the rest by a job; without `jobs` in all of them.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, `FORBIDDEN` for one's own flags, and for administrators
 *   where the update spares them, `CONFLICT` for the last active administrator, for one who is a way back in,
 *   and when someone else has edited the user since
 */
export async function updateUser(
  { db, jobs }: Pick<Context, 'db'> & Partial<Pick<Context, 'jobs'>>,
  actor: Actor,
  update: UserUpdate,
): Promise<void> {
  const { userId, updatedAt, sparesAdministrators = false, alongside, ...given } = update;
  const wanted = given.name === undefined ? given : { ...given, name: given.name.trim() };
  requireValid({ name: wanted.name === undefined ? undefined : nameProblem(wanted.name) });
  const isOver = respondDeadline();
  const isRenamed = await db.transaction().execute(async (tx) => {
    await lockAdministrators(tx, actor);
    // Locked before the user: docs/ARCHITECTURE.md, "Lock order".
    if (wanted.isActive === false) await cutOff(tx, userId);
    const { updated_at, email, ...before } = await lockUser(tx, userId);
    const after = { ...before, ...wanted };
    requireNotErased({ email });
    requireOthers(actor, userId, before, after);
    if (sparesAdministrators && (before.isAdmin || after.isAdmin)) throw keysSpareAdministrators();
    if (updatedAt !== undefined && Date.parse(updatedAt) !== updated_at.getTime()) {
      throw await editedMeanwhile(tx, userId);
    }
    if (isAdministrator(before) && !isAdministrator(after)) {
      await requireAnotherAdministrator(tx, userId);
    }
    const changed = changedFields(before, after);
    // Users who deleted themselves are inactive as well, and could come back.
    const isBarred = wanted.isActive === false && (await endReturnLink(tx, userId, actor));
    if (changed.length === 0 && !isBarred) return false;
    await store(tx, userId, after, updated_at);
    if (isAdministrator(before) && !isAdministrator(after)) await requireBreakGlass(tx, { userId });
    const isNewName = after.name !== before.name;
    if (isNewName && jobs !== undefined) await enqueueNames({ jobs }, userId, tx);
    if (!before.isActive && after.isActive)
      await resumeAll(tx, actor, { id: userId, name: after.name });
    if (!after.isActive) {
      await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
      await revokeAllKeys(tx, userId, 'The user was deactivated', actor);
    }
    await recordChange(tx, {
      actor,
      action: 'user.updated',
      person: { id: userId, name: after.name || email },
      before: pick(before, changed),
      after: pick(after, isBarred ? [...changed, 'isActive'] : changed),
    });
    await alongside?.(tx, updated_at);
    return isNewName;
  });
  if (isRenamed) await refreshNames(db, userId, jobs === undefined ? undefined : isOver);
}

async function lockUser(tx: Connection, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select([
      'name',
      'email',
      'is_admin as isAdmin',
      'is_test as isTest',
      'is_active as isActive',
      'updated_at',
    ])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw notFound('User');
  return user;
}

/**
 * A key that was stolen must not leave administrators behind who stay when it is revoked, nor shut out those who
 * could revoke it.
 */
export const keysSpareAdministrators = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'An API key cannot make an administrator, or change one. Sign in to do it.',
  );

/** Administrators cannot remove privileges from themselves that they could not restore. */
function requireOthers(
  actor: Actor,
  userId: string,
  before: EditableFields,
  after: EditableFields,
): void {
  if (actor.id !== userId) return;
  if (before.isAdmin && !after.isAdmin) {
    throw new AppError('FORBIDDEN', 'You cannot revoke your own admin privileges');
  }
  if (before.isActive && !after.isActive) {
    throw new AppError('FORBIDDEN', 'You cannot deactivate your own account');
  }
}

async function editedMeanwhile(tx: Connection, userId: string): Promise<AppError> {
  const latest = await tx
    .selectFrom('audit_entries')
    .select('actor_name')
    .where('person_id', '=', userId)
    .where('action', '=', 'user.updated')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const who = latest?.actor_name ?? 'Someone else';
  return new AppError(
    'CONFLICT',
    `${who} changed this user while you were editing. Your changes were not saved.`,
  );
}

const isAdministrator = ({ isAdmin, isActive }: EditableFields) => isAdmin && isActive;

const fields = ['name', 'isAdmin', 'isTest', 'isActive'] as const;
type Field = (typeof fields)[number];

const changedFields = (before: EditableFields, after: EditableFields): Field[] =>
  fields.filter((field) => before[field] !== after[field]);

const pick = (from: EditableFields, names: readonly Field[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

async function store(
  tx: Connection,
  userId: string,
  after: EditableFields,
  previous: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: after.name,
      is_admin: after.isAdmin,
      is_test: after.isTest,
      is_active: after.isActive,
      updated_at: timeOfUpdate(previous),
    })
    .where('id', '=', userId)
    .execute();
}

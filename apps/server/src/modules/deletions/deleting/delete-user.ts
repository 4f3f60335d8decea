import type { BegunDeletion } from '@repo/contract/deletions';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { handOver } from '#modules/hand-overs/hand-over.ts';
import { findUser } from '#modules/users/find-user.ts';
import { type Manager, requireManager } from '#modules/workspaces/manager.ts';
import { type Covered, listCovered } from '../planning/covered-workspaces.ts';
import { notifyDeleted } from '../mail/notify-deleted.ts';
import { hasNothingElse } from '../planning/has-nothing-else.ts';
import { planMember } from '../planning/plan-deletion.ts';
import { requireTypedEmail } from './require-typed-email.ts';

type Needs = Pick<Context, 'config' | 'db' | 'jobs' | 'log' | 'mailer'>;
type Deleter = Manager & { id: string };

/**
 * Deletes a user, as an administrator.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`; `FORBIDDEN` for oneself; `CONFLICT` for the last owner
 *   of a workspace, for who is leaving already, and when something is still to be withdrawn, which goes on by
 *   itself
 */
export async function deleteUser(
  context: Needs,
  admin: Deleter,
  { userId, email }: { userId: string; email: string },
): Promise<BegunDeletion> {
  requireSomeoneElse(admin, userId);
  const user = await findUser(context.db, userId);
  if (user === undefined) throw notFound('User');
  requireTypedEmail(email, user.email);
  const { endsAt } = await handOver(
    context,
    admin,
    {
      userId,
      workspaceId: null,
      choice: 'erase',
      successorId: null,
      deletion: { by: 'administrator' },
    },
    (begun) =>
      notifyDeleted(context, {
        user,
        by: 'administrator',
        deletedBy: admin.name,
        endsAt: new Date(begun.endsAt),
        workspaces: [],
      }),
  );
  return { deletesAccount: true, endsAt };
}

/**
 * Deletes a member from the workspaces of an organization that an owner owns, in one hand-over for each.
 * Where the member has nothing else, their account goes with them, in one hand-over for all. Sent again, it
 * goes on with what is left.
 *
 * @throws AppError as `deleteUser`; `NOT_FOUND` for who is not a member; `CONFLICT` for an archived workspace
 */
export async function deleteMember(
  context: Needs,
  owner: Deleter,
  { email, ...member }: { workspaceId: string; userId: string; email: string },
): Promise<BegunDeletion> {
  const { db } = context;
  const { userId } = member;
  const covered = await listCovered(db, owner, member);
  requireSomeoneElse(owner, userId);
  const user = await findUser(db, userId);
  if (user === undefined) throw notFound('Member');
  requireTypedEmail(email, user.email);
  // Before the first one begins; each of them decides again.
  const plan = await planMember(db, owner, member);
  const refused = plan.workspaces.find(({ isLastOwner }) => isLastOwner)?.workspace.name;
  if (refused !== undefined) {
    throw new AppError(
      'CONFLICT',
      `${user.name} is the only owner of ${refused}. Make another member an owner first.`,
    );
  }
  const archived = covered.find(({ isArchived }) => isArchived)?.name;
  if (archived !== undefined) {
    throw new AppError(
      'CONFLICT',
      `The workspace ${archived} is archived. Unarchive it before deleting its members.`,
    );
  }
  const ids = covered.map(({ id }) => id);
  const notify = (endsAt: string, workspaces: Covered[]) =>
    notifyDeleted(
      context,
      {
        user,
        by: 'owner',
        deletedBy: owner.name,
        endsAt: new Date(endsAt),
        workspaces: workspaces.map(({ name }) => name),
      },
      workspaces.map(({ id }) => id),
    );
  const erased = { userId, choice: 'erase', successorId: null } as const;
  if (plan.deletesAccount) {
    const requireAllowed = async (tx: Connection) => {
      for (const id of ids) await requireManager(tx, owner, id);
      if (await hasNothingElse(tx, userId, ids)) return;
      throw new AppError(
        'CONFLICT',
        `${user.name} has just changed. Look at what is deleted again.`,
      );
    };
    const { endsAt } = await handOver(
      context,
      owner,
      { ...erased, workspaceId: null, deletion: { by: 'owner', requireAllowed } },
      (one) => notify(one.endsAt, []),
    );
    return { deletesAccount: true, endsAt };
  }
  let endsAt: string | undefined;
  let goesOn: unknown;
  const begun: Covered[] = [];
  for (const workspace of covered) {
    const note = async (one: { endsAt: string }) => {
      endsAt = one.endsAt;
      begun.push(workspace);
    };
    await handOver(
      context,
      owner,
      { ...erased, workspaceId: workspace.id, deletion: { by: 'owner' } },
      note,
    ).catch((error: unknown) => {
      const isBegun = error instanceof AppError && begun.includes(workspace);
      if (!isBegun) throw error;
      goesOn ??= error;
    });
  }
  if (endsAt !== undefined) await notify(endsAt, begun);
  if (goesOn !== undefined) throw goesOn;
  return { deletesAccount: false, endsAt: endsAt ?? null };
}

function requireSomeoneElse({ id }: Deleter, userId: string): void {
  if (id !== userId) return;
  throw new AppError('FORBIDDEN', 'Delete your own account in Settings.');
}

import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { updateUser } from '#modules/admin/update-user.ts';
import { bringBack, handOver } from '#modules/hand-overs/hand-over.ts';
import { requireOwnerLeft } from '#modules/workspaces/require-owner-left.ts';
import { badRequest, ScimError } from '../protocol/scim-error.ts';
import type { ProvisionedUser } from './find-users.ts';
import { type Organization, provisionerOf, type ProvisioningParts } from './provisioner.ts';
import { markDeactivated, markDeleted } from './stored-user.ts';

const everywhere = (userId: string) => ({ userId, workspaceId: null });

/**
 * Deactivates a user as an administrator does who hands them over and keeps what they share: sessions, keys and
 * connections end at once, and the time begins in which they can come back.
 *
 * @throws ScimError `mutability` for the last owner of a workspace, the last administrator and one who is a way back in
 */
export async function deactivate(
  parts: ProvisioningParts,
  organization: Organization,
  user: ProvisionedUser,
  { isDeleted }: { isDeleted: boolean },
): Promise<void> {
  const { db } = parts;
  const actor = provisionerOf(organization);
  const mark = (tx: Connection) => markDeactivated(tx, organization.id, user, { isDeleted });
  const work = async () => {
    // Someone who is coming back, whose shares are not all back yet.
    if (await isLeaving(db, user.id)) {
      await updateUser(parts, actor, {
        userId: user.id,
        isActive: false,
        alongside: async (tx) => {
          await requireOwnersLeft(tx, user.id);
          await mark(tx);
        },
      });
      return;
    }
    await handOver(parts, actor, {
      ...everywhere(user.id),
      choice: 'keep',
      successorId: null,
      alongside: mark,
    });
  };
  await explained(work).catch(async (error: unknown) => {
    // Another request, or an administrator, did it at the same moment.
    if (!(error instanceof ScimError) || (await isActive(db, user.id))) throw error;
    if (isDeleted) await markDeleted(db, organization.id, user);
  });
}

/**
 * Brings a user back whom the provider deactivated. Whom an administrator deactivated here, an administrator
 * reactivates: the provider does not know why.
 *
 * @throws ScimError `mutability`
 */
export async function reactivate(
  parts: ProvisioningParts,
  organization: Organization,
  user: ProvisionedUser,
): Promise<void> {
  if (!user.isDeactivatedByProvider) {
    throw badRequest(
      'mutability',
      'This user was not deactivated by the provider, or was changed since. Let an administrator reactivate them there.',
    );
  }
  const actor = provisionerOf(organization);
  await explained(async () => {
    if (await isLeaving(parts.db, user.id)) await bringBack(parts, actor, everywhere(user.id));
    else await updateUser(parts, actor, { userId: user.id, isActive: true });
  });
}

/** A refusal of the product, in the form that a provider shows its administrator. */
async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    throw new ScimError(400, error.message, 'mutability', error);
  }
}

async function isActive(db: Connection, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('is_active as isActive')
    .where('id', '=', userId)
    .executeTakeFirst();
  return found?.isActive === true;
}

async function isLeaving(db: Connection, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('hand_overs')
    .select('id')
    .where('user_id', '=', userId)
    .where('workspace_id', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function requireOwnersLeft(tx: Connection, userId: string): Promise<void> {
  const owned = await tx
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .execute();
  for (const { workspace_id: workspaceId } of owned) {
    await requireOwnerLeft(tx, { workspaceId, userId });
  }
}

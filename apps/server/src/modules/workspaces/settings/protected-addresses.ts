import { limits } from '@repo/contract/limits';
import type { WorkspaceProtectedAddress } from '@repo/contract/protected-addresses';
import {
  isProtectedBy,
  normalizeProtected,
  protectionNumber,
  protectionOfNumber,
  type ProtectedShares,
} from '@repo/domain/sharing/protected-address';
import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { lockProtections } from '#modules/activities/protect-for-workspace.ts';
import { shownAddress } from '#modules/activities/shown-address.ts';
import {
  hasProtectionUpdates,
  requestProtectionUpdates,
  takeProtectionUpdates,
} from '#modules/activities/update-protections.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import {
  canManage,
  lockManaged,
  type ManagedWorkspace,
  type Manager,
  scopeOf,
} from '../manager.ts';
import { notifyOwners } from '../members/notify-owners.ts';

type Needs = Pick<Context, 'config' | 'db' | 'log' | 'mailer'>;

interface ProtectedList {
  addresses: WorkspaceProtectedAddress[];
  /** Whether conversations of some members are still to be compared with them. */
  isPending: boolean;
}

/**
 * Lists the addresses and domains that a workspace protects, the one that was added last first.
 *
 * @throws AppError NOT_FOUND for a user who may not see the workspace.
 */
export async function listWorkspaceProtected(
  db: Connection,
  reader: Manager,
  workspaceId: string,
): Promise<ProtectedList> {
  const isMember =
    reader.id !== null && (await findMembership(db, reader.id, workspaceId)) !== undefined;
  if (!isMember && !(await canManage(db, reader, workspaceId))) throw notFound('Workspace');
  const { rows } = await sql<{ address: string; level: number; addedAt: Date }>`
    select address, level, added_at as "addedAt" from workspace_protected_addresses
    where workspace_id = ${workspaceId}
    order by added_at desc, address limit ${limits.protectedAddresses}`.execute(db);
  return {
    addresses: rows.map(({ address, level, addedAt }) => ({
      address: shownAddress(address),
      shares: protectionOfNumber(level),
      addedAt: addedAt.toISOString(),
    })),
    isPending: await hasProtectionUpdates(db, workspaceId),
  };
}

/**
 * Protects an address or a domain for everyone who shares with a workspace, or changes its protection.
 * Updates the members' shares for some seconds before it returns. A job does the rest.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN` for a member, `CONFLICT` while the workspace is archived,
 *   `VALIDATION_FAILED` for what is no address or domain, or `LIMIT_REACHED`.
 */
export async function protectForEveryone(
  context: Needs,
  manager: Manager,
  { workspaceId, ...typed }: { workspaceId: string; address: string; shares: ProtectedShares },
): Promise<ProtectedList> {
  const { db } = context;
  const changed = await db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, 'the addresses it protects');
    await lockProtections(tx, workspaceId);
    const address = normalizeProtected(typed.address) ?? '';
    requireValid({ address: await problemOf(tx, workspaceId, address) });
    const { rows } = await sql<{ address: string; level: number }>`
      select address, level from workspace_protected_addresses
      where workspace_id = ${workspaceId}`.execute(tx);
    const known = rows.find((one) => one.address === address);
    const level = protectionNumber(typed.shares);
    if (known?.level === level) return undefined;
    if (known === undefined && rows.length >= limits.protectedAddresses) {
      throw new AppError(
        'LIMIT_REACHED',
        `The workspace protects ${plural(rows.length, 'address', 'addresses')}, the most there can be. Remove one, or protect a domain instead.`,
        { details: { limit: limits.protectedAddresses, current: rows.length } },
      );
    }
    await sql`
      insert into workspace_protected_addresses (workspace_id, address, level)
      values (${workspaceId}, ${address}, ${level})
      on conflict (workspace_id, address) do update set level = excluded.level`.execute(tx);
    await recordChange(tx, {
      actor: manager,
      action: 'workspace.protected-addresses-changed',
      scope: scopeOf(workspace),
      ...(known !== undefined && {
        before: { address, shares: protectionOfNumber(known.level) },
      }),
      after: { address, shares: typed.shares },
    });
    await requestProtectionUpdates(tx, workspaceId);
    return { workspace, address };
  });
  await takeProtectionUpdates(db, respondDeadline(), workspaceId);
  if (changed !== undefined) await announce(context, manager, { ...changed, shares: typed.shares });
  return listWorkspaceProtected(db, manager, workspaceId);
}

/** Why an address cannot be protected; undefined if it can. */
async function problemOf(
  tx: Connection,
  workspaceId: string,
  address: string,
): Promise<string | undefined> {
  if (address === '') return 'Enter one email address, or a domain such as law.example';
  const members = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return members.some(({ email }) => isProtectedBy(email.toLowerCase(), address))
    ? 'A member has this address, or one at this domain, and takes part in all of their emails: protect the address or domain of someone else'
    : undefined;
}

/**
 * Ends that a workspace protects an address: what members share follows their shares again.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN` for a member, or `CONFLICT` while the workspace is archived.
 */
export async function endProtectionForEveryone(
  context: Needs,
  manager: Manager,
  { workspaceId, address: typed }: { workspaceId: string; address: string },
): Promise<ProtectedList> {
  const { db } = context;
  const changed = await db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, 'the addresses it protects');
    await lockProtections(tx, workspaceId);
    const address = normalizeProtected(typed) ?? '';
    const { rows } = await sql<{ level: number }>`
      delete from workspace_protected_addresses
      where workspace_id = ${workspaceId} and address = ${address} returning level`.execute(tx);
    const [ended] = rows;
    if (ended === undefined) throw notFound('Protected address');
    await recordChange(tx, {
      actor: manager,
      action: 'workspace.protected-addresses-changed',
      scope: scopeOf(workspace),
      before: { address, shares: protectionOfNumber(ended.level) },
    });
    await requestProtectionUpdates(tx, workspaceId);
    return { workspace, address };
  });
  await takeProtectionUpdates(db, respondDeadline(), workspaceId);
  await announce(context, manager, changed);
  return listWorkspaceProtected(db, manager, workspaceId);
}

/** Notifies the owners of what an administrator has protected, or no longer protects. */
async function announce(
  context: Needs,
  manager: Manager,
  {
    workspace,
    address,
    shares,
  }: { workspace: ManagedWorkspace; address: string; shares?: ProtectedShares },
): Promise<void> {
  if (!workspace.actsAsAdministrator) return;
  const where = `the workspace ${workspace.name}`;
  const shown = shownAddress(address);
  const protects = {
    activity: 'Of conversations with it, members share that they took place, and nothing else.',
    nothing: 'Members share no conversations with it.',
  };
  const isProtected = `${shown} is ${shares === undefined ? 'no longer ' : ''}protected in ${where}`;
  await notifyOwners(context, {
    workspace,
    actor: manager,
    subject: isProtected,
    happened: `${isProtected}. ${
      shares === undefined
        ? 'Members share conversations with it as they share all others.'
        : protects[shares]
    }`,
    page: 'settings',
  });
}

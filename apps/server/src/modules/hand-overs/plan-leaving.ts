import type { LeavingPlan, LeftWorkspace } from '@repo/contract/hand-overs';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { ownersNow } from '#modules/listed-accounts/owner-now.ts';
import { listShares } from './shares/stored-shares.ts';
import { seenLevel } from './shares/seen-level.ts';
import type { LeavingScope } from './leaving/stored-hand-over.ts';

interface Left {
  id: string;
  name: string;
  isLastOwner: boolean;
  /** Whether they leave it now. They left the others before, and what they share there is still shown. */
  isMember: boolean;
}

/**
 * Counts what handing a user over would do, without doing it. Accounts are named to members of their workspace alone.
 *
 * @param readerId who looks at it.
 * @throws AppError `NOT_FOUND` for a user who is not a member of the workspace, or does not exist
 */
export async function planLeaving(
  db: Connection,
  readerId: string,
  scope: LeavingScope,
): Promise<LeavingPlan> {
  const { userId, workspaceId } = scope;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw notFound(workspaceId === null ? 'User' : 'Member');
  const shares = await listShares(db, scope);
  const shared = [...new Set(shares.map((share) => share.workspaceId))];
  const { rows: left } = await sql<Left>`
    select workspace.id, workspace.name,
      membership.is_member and membership.role = 'owner'
        and exists (
          select from memberships other
          where other.workspace_id = workspace.id and other.user_id <> ${userId})
        and not exists (
          select from memberships other
          join users person on person.id = other.user_id and person.is_active
          where other.workspace_id = workspace.id and other.user_id <> ${userId}
            and other.role = 'owner') as "isLastOwner",
      membership.is_member as "isMember"
    from (
      select workspace_id, user_id, role, true as is_member from memberships
      union all
      select workspace_id, user_id, role, false from former_memberships
      where ${workspaceId}::uuid is null and workspace_id = any(${shared}::uuid[])
    ) membership
    join workspaces workspace on workspace.id = membership.workspace_id
    where membership.user_id = ${userId}
      and (${workspaceId}::uuid is null or workspace.id = ${workspaceId}::uuid)
    order by workspace.name, workspace.id`.execute(db);
  if (workspaceId !== null && left.length === 0) throw notFound('Member');
  const workspaces: LeftWorkspace[] = [];
  for (const one of left.slice(0, limits.leavingWorkspaces)) {
    workspaces.push(await countLeft(db, { userId, readerId }, one));
  }
  return {
    workspaces,
    workspaceCount: left.length,
    privateActivities: workspaceId === null ? await countPrivate(db, userId) : null,
    successors: await listSuccessors(
      db,
      userId,
      left.flatMap(({ id, isMember }) => (isMember ? [id] : [])),
    ),
  };
}

async function countLeft(
  db: Connection,
  { userId, readerId }: { userId: string; readerId: string },
  { id, name, isLastOwner }: Left,
): Promise<LeftWorkspace> {
  const countLimit = sql.lit(limits.leavingCounted);
  const { rows } = await sql<Omit<LeftWorkspace, 'workspace' | 'isLastOwner' | 'domains'>>`
    with own as materialized (
      select account_id as id from account_contributors
      where user_id = ${userId} and workspace_id = ${id} limit ${countLimit}
    ),
    only_theirs as materialized (
      select own.id, account.name from own
      join workspace_accounts account on account.workspace_id = ${id} and account.id = own.id
      where account.deleted_at is null and not exists (
        select from account_contributors other
        where other.workspace_id = ${id} and other.account_id = own.id
          and other.user_id <> ${userId})
    )
    select (select count(*) from own) as accounts,
      (select count(*) from only_theirs) as "onlyTheirs",
      (select coalesce(array_agg(name order by name, id), '{}') from (
        select id, name from only_theirs
        where exists (
          select from memberships
          where workspace_id = ${id} and user_id = ${readerId})
        order by name, id limit ${sql.lit(limits.leavingNames)}
      ) named) as "onlyTheirsNames",
      (select count(*) from (
        select distinct contributor.activity_id from own
        join account_activity_contributors contributor
          on contributor.workspace_id = ${id} and contributor.account_id = own.id
            and contributor.user_id = ${userId}
        limit ${countLimit}) counted) as activities,
      (select count(*) from (
        select distinct tie.person_id from own
        join ties tie on tie.workspace_id = ${id} and tie.account_id = own.id
          and tie.user_id = ${userId}
        where not exists (
          select from ties other
          where other.workspace_id = ${id} and other.account_id = tie.account_id
            and other.person_id = tie.person_id and other.user_id <> ${userId})
        limit ${countLimit}) counted) as contacts,
      (select count(*) from (
        select from workspace_accounts
        where workspace_id = ${id} and deleted_at is null
          and account_owner_id = any(${ownersNow(sql`${id}::uuid`, sql`${userId}::uuid`)})
        limit ${countLimit}) counted) as "ownedAccounts"`.execute(db);
  const { domains } = await db
    .selectFrom('domain_shares')
    .select(({ fn }) => fn.countAll<number>().as('domains'))
    .where('owner_id', '=', userId)
    .where('workspace_id', '=', id)
    .executeTakeFirstOrThrow();
  const [counts] = rows;
  if (counts === undefined) throw new Error('A count has one row.');
  return { workspace: { id, name }, isLastOwner, domains, ...counts };
}

/** Activities that no colleague sees, which are deleted when the 30 days are over. */
async function countPrivate(db: Connection, userId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*) as number from (
      select from captured_activities captured
      where owner_id = ${userId} and ${seenLevel(userId)} is null
      limit ${sql.lit(limits.leavingCounted)}) counted`.execute(db);
  return rows[0]?.number ?? 0;
}

/** Active members of all of the workspaces, by name. */
async function listSuccessors(
  db: Connection,
  userId: string,
  workspaceIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (workspaceIds.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select person.id, person.name
    from users person
    join memberships membership on membership.user_id = person.id
    where membership.workspace_id = any(${workspaceIds}::uuid[])
      and person.is_active and person.id <> ${userId}
    group by person.id, person.name
    having count(*) = ${workspaceIds.length}
    order by lower(person.name), person.id limit ${sql.lit(limits.leavingSuccessors)}`.execute(db);
  return rows;
}

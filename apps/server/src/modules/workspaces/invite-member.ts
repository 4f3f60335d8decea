import type { MailOutcome, Role } from '@repo/contract/fields';
import type { Invitation } from '@repo/contract/invitations';
import type { Member } from '@repo/contract/workspaces';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { countMailByKey } from '#modules/auth/count-mail-by-key.ts';
import { emailProblem, normalEmail } from '#modules/users/email-address.ts';
import { addMember } from './add-member.ts';
import { countInvitationMail } from './invitations/invitation-limits.ts';
import { issueInvitation } from './invitations/issue-invitation.ts';
import { sendInvitationMail } from './invitations/send-invitation-mail.ts';
import { countInvitation } from './members/count-invitation.ts';
import { findMember } from './list-members.ts';
import { lockManaged, type ManagedWorkspace, type Manager, scopeOf } from './manager.ts';
import { notifyOwnersOfMember } from './members/notify-owners.ts';
import { notifyMember } from './members/notify-member.ts';

export interface NewMember {
  workspaceId: string;
  email: string;
  role: Role;
}

/** One of the two is null. */
export interface InvitedMember {
  member: Member | null;
  invitation: Invitation | null;
  mail: MailOutcome;
}

/**
 * Invites an email address to a workspace. A user whom the manager can already see is added
 * immediately; other addresses are not looked up, so that neither the response nor its time reveals
 * whether a user has them (docs/decisions/invitations.md).
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, `FORBIDDEN`, `RATE_LIMITED`, or `CONFLICT` for
 *   a member, an address with a pending invitation, and a deactivated user whom the manager can see
 */
export async function inviteMember(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  given: NewMember,
): Promise<InvitedMember> {
  const { db } = context;
  const { workspaceId, role } = given;
  const email = normalEmail(given.email);
  requireValid({ email: emailProblem(email) });
  await countMailByKey(db, manager);
  await countInvitation(db, manager);
  await countInvitationMail(db, manager, email);
  const { workspace, member, issued } = await db.transaction().execute(async (tx) => {
    const locked = await lockManaged(tx, manager, workspaceId);
    const known = await findVisiblePerson(tx, manager, locked, email);
    return known === undefined
      ? {
          workspace: locked,
          issued: await issueInvitation(tx, manager, { ...given, workspace: locked, email }),
        }
      : { workspace: locked, member: await join(tx, manager, { workspace: locked, known, role }) };
  });
  if (issued !== undefined) {
    const mail = await sendInvitationMail(context, workspace, issued);
    return { member: null, invitation: issued.invitation, mail };
  }
  const mail = await notifyMember(context, manager, { member, workspace });
  if (workspace.actsAsAdministrator) {
    const joined = { ...member, id: member.userId };
    await notifyOwnersOfMember(context, {
      workspace,
      member: joined,
      actor: manager,
      change: 'joined',
    });
  }
  return { member, invitation: null, mail };
}

interface KnownUser {
  id: string;
  name: string;
  email: string;
  isActive: boolean;
}

/**
 * Returns the user of an address, if the manager can look them up anyway: an administrator sees all users, an
 * owner the members of the organization's workspaces that the owner is in.
 */
async function findVisiblePerson(
  tx: Connection,
  manager: Manager,
  { organizationId }: ManagedWorkspace,
  email: string,
): Promise<KnownUser | undefined> {
  const byEmail = tx
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email', 'users.is_active as isActive'])
    .where('users.email', '=', email);
  if (manager.isAdmin) return byEmail.executeTakeFirst();
  return byEmail
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberships as theirs')
          .innerJoin('memberships as own', 'own.workspace_id', 'theirs.workspace_id')
          .innerJoin('workspaces', 'workspaces.id', 'own.workspace_id')
          .select(sql.lit(1).as('one'))
          .whereRef('theirs.user_id', '=', 'users.id')
          .where('own.user_id', '=', manager.id)
          .where('organization_id', '=', organizationId),
      ),
    )
    .executeTakeFirst();
}

interface Joining {
  workspace: ManagedWorkspace;
  known: KnownUser;
  role: Role;
}

async function join(
  tx: Connection,
  manager: Manager,
  { workspace, known, role }: Joining,
): Promise<Member> {
  const { id: userId, name, email } = known;
  const found = await tx
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (found !== undefined) throw refused(`${email} is a member of ${workspace.name} already`);
  if (!known.isActive) {
    throw refused(`The account of ${email} is not active. An administrator can activate it.`);
  }
  await addMember(tx, { workspaceId: workspace.id, userId, role });
  await tx
    .updateTable('invitations')
    .set({ state: 'accepted', ended_at: sql`now()` })
    .where('workspace_id', '=', workspace.id)
    .where('email', '=', email)
    .where('state', 'in', ['pending', 'declined'])
    .execute();
  await recordChange(tx, {
    actor: manager,
    action: 'member.added',
    person: { id: userId, name },
    scope: scopeOf(workspace),
    after: { role },
  });
  return findMember(tx, workspace.id, userId);
}

const refused = (message: string) =>
  new AppError('CONFLICT', message, { details: [{ field: 'email', message }] });

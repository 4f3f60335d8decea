import type { MailOutcome, Role } from '@repo/contract/fields';
import type { Member } from '@repo/contract/workspaces';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/create-database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { requireValid } from '../../../platform/http/require-valid.ts';
import { recordChange } from '../../audit/record-change.ts';
import { createPerson } from '../../users/create-person.ts';
import { emailProblem, normalEmail } from '../../users/email-address.ts';
import { recordInvited } from '../../users/record-invited.ts';
import { addMember } from '../add-member.ts';
import { countInvitation } from './count-invitation.ts';
import { findMember } from './list-members.ts';
import { lockManaged, type ManagedWorkspace, type Manager, placeOf } from './manager.ts';
import { tellMember } from './tell-member.ts';

export interface NewMember {
  workspaceId: string;
  email: string;
  /** Of a new person; the first part of the e-mail stands for an absent one. */
  name?: string | undefined;
  role: Role;
}

/**
 * Makes somebody a member of a workspace by their e-mail and tells them by mail. Where nobody has
 * the e-mail, the person is made and invited to choose a password.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, `FORBIDDEN`, `RATE_LIMITED`, or `CONFLICT` for
 *   a member or an inactive person
 */
export async function inviteMember(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  given: NewMember,
): Promise<{ member: Member; mail: MailOutcome }> {
  const { db } = context;
  const { workspaceId, role } = given;
  const email = normalEmail(given.email);
  requireValid({ email: emailProblem(email) });
  await countInvitation(db, manager);
  const { member, workspace } = await db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId);
    const userId = await findOrMakePerson(tx, manager, { ...given, email });
    await join(tx, manager, { workspace, userId, email, role });
    return { workspace, member: await findMember(tx, workspaceId, userId) };
  });
  return { member, mail: await tellMember(context, manager, { member, workspace }) };
}

async function findOrMakePerson(
  tx: Connection,
  manager: Manager,
  { email, name }: { email: string; name?: string | undefined },
): Promise<string> {
  // Two workspaces may invite the same new person in the same moment.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invite ${email}`}, 0))`.execute(tx);
  const known = await tx
    .selectFrom('users')
    .select(['id', 'is_active'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (known?.is_active === false) {
    throw refused(`The account of ${email} is not active. An administrator can activate it.`);
  }
  if (known !== undefined) return known.id;
  const person = await createPerson(tx, { email, name: name?.trim() || localPart(email) });
  await recordInvited(tx, manager, { ...person, isAdmin: false, isTest: false });
  return person.id;
}

const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'));

const refused = (message: string) =>
  new AppError('CONFLICT', message, { details: [{ field: 'email', message }] });

interface Joining {
  workspace: ManagedWorkspace;
  userId: string;
  email: string;
  role: Role;
}

async function join(
  tx: Connection,
  manager: Manager,
  { workspace, userId, email, role }: Joining,
): Promise<void> {
  const found = await tx
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (found !== undefined) throw refused(`${email} is a member of ${workspace.name} already`);
  await addMember(tx, { workspaceId: workspace.id, userId, role });
  const { name } = await findMember(tx, workspace.id, userId);
  await recordChange(tx, {
    actor: manager,
    action: 'member.added',
    person: { id: userId, name },
    place: placeOf(workspace),
    after: { role },
  });
}

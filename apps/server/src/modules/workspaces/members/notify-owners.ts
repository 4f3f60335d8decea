import type { Role } from '@repo/contract/fields';
import type { Config } from '#src/config.ts';
import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { type Actor, commandLine } from '../../audit/actor.ts';
import type { NamedWorkspace } from './manager.ts';

const mailsAtOnce = 10;

interface AdministratorsChange {
  workspace: NamedWorkspace;
  member: { id: string; name: string; email: string; role: Role };
  /** The administrator, or the command line. */
  actor: Actor;
  change: 'joined' | 'became owner';
}

/**
 * Notifies the owners of a workspace of a change to its members by someone who is not an owner.
 * What an administrator can do without asking is then at least visible (docs/security.md). A failed
 * email is only logged, since the change has been made.
 */
export async function notifyOwners(
  { config, db, log, mailer }: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  given: AdministratorsChange,
): Promise<void> {
  const owners = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('workspace_id', '=', given.workspace.id)
    .where('role', '=', 'owner')
    .where('is_active', '=', true)
    .where('users.id', 'not in', [given.member.id, given.actor.id ?? given.member.id])
    .execute();
  for (let sent = 0; sent < owners.length; sent += mailsAtOnce) {
    const outcomes = await Promise.allSettled(
      owners
        .slice(sent, sent + mailsAtOnce)
        .map((owner) => mailer.send(composeMail(config, owner, given))),
    );
    const failed = outcomes.filter(({ status }) => status === 'rejected');
    for (const { reason: err } of failed as PromiseRejectedResult[]) {
      log.error({ err, workspaceId: given.workspace.id }, 'an owner was not told of a new member');
    }
    // The mail server cannot be reached: each further email would wait for the timeout again.
    if (failed.length === outcomes.length) return;
  }
}

function composeMail(
  { webUrl }: Pick<Config, 'webUrl'>,
  owner: { name: string; email: string },
  { workspace, member, actor, change }: AdministratorsChange,
): OutgoingMail {
  const { name: workspaceName, organizationSlug, slug } = workspace;
  const who = `${member.name} (${member.email})`;
  return {
    to: owner.email,
    subject:
      change === 'joined'
        ? `${member.name} joined the workspace ${workspaceName}`
        : `${member.name} is now an owner of the workspace ${workspaceName}`,
    text: [
      `Hello ${owner.name},`,
      change === 'joined'
        ? `${who} is now ${member.role === 'owner' ? 'an owner' : 'a member'} of the workspace ${workspaceName}.`
        : `${who} is now an owner of the workspace ${workspaceName}.`,
      reason(actor, member),
      `See its members: ${webUrl}/${organizationSlug}/${slug}/members`,
    ].join('\n\n'),
  };
}

function reason(actor: Actor, member: { id: string }): string {
  if (actor.name === commandLine.name) {
    return 'This was done on the command line of the server, by someone who administers it.';
  }
  return actor.id === member.id
    ? 'They are an administrator of this server and did this themselves. Administrators can do so in every workspace.'
    : `${actor.name}, an administrator of this server, did this. Administrators can do so in every workspace.`;
}

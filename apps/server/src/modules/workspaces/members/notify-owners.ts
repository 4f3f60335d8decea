import type { Role } from '@repo/contract/fields';
import type { Config } from '#src/config.ts';
import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { type Actor, commandLine } from '../../audit/actor.ts';
import type { NamedWorkspace } from '../manager.ts';

const mailsAtOnce = 10;

/** A change that an administrator, or the command line, made in a workspace. */
interface AdministratorsChange {
  workspace: NamedWorkspace;
  actor: Actor;
  subject: string;
  /** A sentence. */
  happened: string;
  /** Where the owners see it, below the workspace's own path. */
  page: 'members' | 'settings';
  /** The user whom it is about; they are not notified. */
  aboutId?: string;
}

/** Notifies the owners of a workspace of a new member or owner whom an administrator has made. */
export function notifyOwnersOfMember(
  context: Needs,
  {
    member,
    change,
    ...given
  }: Pick<AdministratorsChange, 'workspace' | 'actor'> & {
    member: { id: string; name: string; email: string; role: Role };
    change: 'joined' | 'became owner';
  },
): Promise<void> {
  const where = `the workspace ${given.workspace.name}`;
  const who = `${member.name} (${member.email})`;
  const role = member.role === 'owner' ? 'an owner' : 'a member';
  return notifyOwners(context, {
    ...given,
    ...(change === 'joined'
      ? {
          subject: `${member.name} joined ${where}`,
          happened: `${who} is now ${role} of ${where}.`,
        }
      : {
          subject: `${member.name} is now an owner of ${where}`,
          happened: `${who} is now an owner of ${where}.`,
        }),
    page: 'members',
    aboutId: member.id,
  });
}

type Needs = Pick<Context, 'config' | 'db' | 'log' | 'mailer'>;

/**
 * Notifies a workspace's owners of a change by someone who is not an owner, so that changes by an
 * administrator alone are at least visible (docs/security.md). A failed email is only logged, since the
 * change has been made.
 */
export async function notifyOwners(
  { config, db, log, mailer }: Needs,
  given: AdministratorsChange,
): Promise<void> {
  const owners = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('workspace_id', '=', given.workspace.id)
    .where('role', '=', 'owner')
    .where('is_active', '=', true)
    .execute();
  const notified = owners.filter(({ id }) => id !== given.aboutId && id !== given.actor.id);
  for (let sent = 0; sent < notified.length; sent += mailsAtOnce) {
    const outcomes = await Promise.allSettled(
      notified
        .slice(sent, sent + mailsAtOnce)
        .map((owner) => mailer.send(composeMail(config, owner, given))),
    );
    const failed = outcomes.filter(({ status }) => status === 'rejected');
    for (const { reason: err } of failed as PromiseRejectedResult[]) {
      log.error(
        { err, workspaceId: given.workspace.id },
        'an owner was not told what an administrator did',
      );
    }
    // The mail server cannot be reached: each further email would wait for the timeout again.
    if (failed.length === outcomes.length) return;
  }
}

function composeMail(
  { webUrl }: Pick<Config, 'webUrl'>,
  owner: { name: string; email: string },
  {
    workspace: { organizationSlug, slug },
    actor,
    subject,
    happened,
    page,
    aboutId,
  }: AdministratorsChange,
): OutgoingMail {
  return {
    to: owner.email,
    subject,
    text: [
      `Hello ${owner.name},`,
      happened,
      reason(actor, aboutId),
      `See its ${page}: ${webUrl}/${organizationSlug}/${slug}/${page}`,
    ].join('\n\n'),
  };
}

function reason(actor: Actor, aboutId: string | undefined): string {
  if (actor.name === commandLine.name) {
    return 'This was done on the command line of the server, by someone who administers it.';
  }
  return actor.id !== null && actor.id === aboutId
    ? 'They are an administrator of this server and did this themselves. Administrators can do so in every workspace.'
    : `${actor.name}, an administrator of this server, did this. Administrators can do so in every workspace.`;
}

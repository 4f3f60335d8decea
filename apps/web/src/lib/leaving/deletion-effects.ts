import type { DeletionPlan } from '@repo/contract/deletions';
import type { LeftWorkspace } from '@repo/contract/hand-overs';
import { limits } from '@repo/contract/page-limits';
import { plural } from '@repo/domain/text/plural';
import { counted } from './leaving-choices.ts';

/** The deleted user: the reader, or someone with a name. */
export type Deleted = 'you' | { name: string };

export type DeletionEffects = {
  /** The deleted data with counts, one sentence a line. */
  lines: string[];
  /** The obstacle that has to be removed first; undefined if there is none. */
  blocked: string | undefined;
};

const DAYS = `after ${limits.leavingDays} days`;

/** Describes the effects of deleting someone, before it happens. */
export function effectsOfDeletion(
  { workspaces, workspaceCount, ...plan }: DeletionPlan,
  deleted: Deleted,
  isImmediate: boolean,
): DeletionEffects {
  const isSelf = deleted === 'you';
  const they = isSelf ? 'you' : 'they';
  const when = isImmediate ? 'now' : DAYS;
  const lines = workspaces.map(effectIn);
  const hidden = workspaceCount - workspaces.length;
  if (hidden > 0) lines.push(`The same in ${plural(hidden, 'more workspace')}.`);
  if (plan.deletesAccount) {
    const { connections, privateActivities } = plan;
    const ended =
      connections === null || connections === 0
        ? ''
        : `, and ${plural(connections, 'connection ends', 'connections end')}`;
    lines.unshift(
      `${isSelf ? 'You are' : 'They are'} signed out everywhere. API keys stop working${ended}.`,
    );
    if (privateActivities !== null && privateActivities > 0) {
      const own = plural(privateActivities, 'activity', 'activities');
      lines.push(`${own} that only ${they} see: deleted ${when}.`);
    }
    lines.push(`${isSelf ? 'Your' : 'Their'} name and address are deleted ${when}.`);
  } else lines.push('They keep their account, their mailbox and what only they see.');
  lines.push(howToReturn(deleted, plan.deletesAccount, isImmediate));
  return { lines, blocked: blockedBy(workspaces, plan.isLastAdministrator, deleted) };
}

function effectIn(one: LeftWorkspace): string {
  const { workspace } = one;
  if (one.activities === 0 && one.domains === 0) return `${workspace.name}: no shared activities.`;
  const left = one.onlyTheirs === 0 ? '' : ` ${counted([one], 'onlyTheirs')} left without any.`;
  return `${workspace.name}: ${counted([one], 'activities')} removed from ${counted([one], 'accounts')} at once.${left}`;
}

function howToReturn(deleted: Deleted, deletesAccount: boolean, isImmediate: boolean): string {
  if (isImmediate) return 'You cannot come back.';
  const days = `For ${limits.leavingDays} days`;
  if (deleted === 'you') return `${days} you can come back by the link in the email that you get.`;
  const who = deletesAccount ? 'an administrator' : 'an owner';
  return `${days} ${who} can bring ${deleted.name} back. They get an email about it.`;
}

function blockedBy(
  workspaces: readonly LeftWorkspace[],
  isLastAdministrator: boolean,
  deleted: Deleted,
): string | undefined {
  const who = deleted === 'you' ? 'You are' : `${deleted.name} is`;
  if (isLastAdministrator) {
    return `${who} the only administrator of this server. Make someone else an administrator first.`;
  }
  const last = workspaces.find(({ isLastOwner }) => isLastOwner);
  if (last === undefined) return undefined;
  return `${who} the only owner of ${last.workspace.name}. Make another member an owner first.`;
}

import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { resetLink } from '#modules/auth/reset-link.ts';
import type { Deletion } from '#modules/hand-overs/begin-hand-over.ts';

export interface Deleted {
  user: { id: string; name: string; email: string };
  by: Deletion['by'];
  /** The name of the user who deleted them; their own where `by` is `user`. */
  deletedBy: string;
  /** Undefined where everything is deleted at once. */
  endsAt: Date | undefined;
  /** The names of the workspaces of an owner's deletion that leaves the account; empty if it goes. */
  workspaces: readonly string[];
  /** Of the link by which they come back themselves. */
  token?: string | undefined;
}

/** Tells a user that they were deleted, and how they come back. */
export function composeDeletionMail(
  config: Pick<Context['config'], 'webUrl' | 'productName'>,
  deleted: Deleted,
): OutgoingMail {
  const { user, workspaces } = deleted;
  const { productName } = config;
  const account = productName ? `Your ${productName} account` : 'Your account';
  const subject =
    workspaces.length === 0
      ? `${account} is being deleted`
      : 'What you shared in workspaces is being deleted';
  const text = [`Hello ${user.name || user.email},`, ...linesOf(deleted, config)].join('\n\n');
  return { to: user.email, subject, text };
}

function linesOf(deleted: Deleted, config: Pick<Context['config'], 'webUrl'>): string[] {
  const { user, by, deletedBy, endsAt, workspaces, token } = deleted;
  const day = endsAt === undefined ? '' : dayOf(endsAt);
  if (workspaces.length > 0) {
    return [
      `${deletedBy} deleted you from ${workspaces.join(', ')}. What you shared there is no longer shown, and is deleted on ${day}.`,
      'Your account stays, with your connections and everything that only you see. You can delete it in Settings.',
      'Until that day, an owner of the workspace can bring you back.',
    ];
  }
  const who = by === 'user' ? 'You' : deletedBy;
  const begun = `${who} deleted your account (${user.email}). You are signed out everywhere, and what you shared is no longer shown.`;
  if (endsAt === undefined) {
    return [begun, 'Everything else of yours is being deleted now. You cannot come back.'];
  }
  const later = `Everything else of yours is deleted on ${day}.`;
  if (token === undefined) {
    return [
      begun,
      later,
      'Until that day, an administrator of the server can bring you back. Write to them if you think that this is a mistake.',
    ];
  }
  return [
    begun,
    later,
    'To come back until that day, or if it was not you, choose a new password:',
    resetLink(config, token),
    'Your workspaces and what you shared come back with you. Mailboxes and calendars have to be connected again.',
  ];
}

/** 'December 29, 2026', in UTC. */
const dayOf = (instant: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }).format(instant);

import { setTimeout as sleep } from 'node:timers/promises';
import type { MailOutcome } from '@repo/contract/fields';
import type { Context } from '#platform/context.ts';
import type { NamedWorkspace } from '../manager.ts';
import { mayMailInvitation } from './invitation-limits.ts';
import type { IssuedInvitation } from './issue-invitation.ts';
import { limits } from '@repo/contract/limits';
import type { Config } from '#src/config.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';

/** The time that the mail server took for the last invitation; milliseconds. */
let lastSendMs = 0;

/**
 * Sends the link of an invitation. If the mail server refuses it, the invitation can be resent. An
 * address that was sent too many of them today gets none, which takes as long and looks the same.
 */
export async function sendInvitationMail(
  { config, db, log, mailer }: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  workspace: NamedWorkspace,
  { invitation, token }: IssuedInvitation,
): Promise<MailOutcome> {
  const { id, email, invitedBy: inviterName } = invitation;
  if (!(await mayMailInvitation(db, email))) {
    log.warn({ invitationId: id }, 'an invitation was not sent: its address had too many today');
    await sleep(lastSendMs);
    return 'sent';
  }
  const begun = performance.now();
  try {
    await mailer.send(composeInvitationMail(config, { email, token, inviterName, workspace }));
    lastSendMs = performance.now() - begun;
    return 'sent';
  } catch (error) {
    log.error({ err: error, invitationId: id }, 'the invitation could not be sent');
    return 'failed';
  }
}

interface InvitationMail {
  email: string;
  token: string;
  inviterName: string;
  workspace: NamedWorkspace;
}

/**
 * The email that invites an address to a workspace. It is the same whether or not the address has a
 * user account; the page behind the link decides what to do next.
 */
function composeInvitationMail(
  { productName, webUrl }: Pick<Config, 'productName' | 'webUrl'>,
  { email, token, inviterName, workspace }: InvitationMail,
): OutgoingMail {
  const inProduct = productName ? ` in ${productName}` : '';
  return {
    to: email,
    subject: `Your invitation to the workspace ${workspace.name}${inProduct}`,
    text: [
      'Hello,',
      `${inviterName} invites you to the workspace ${workspace.name} of ${workspace.organizationName}${inProduct}.`,
      'Open this page to accept or decline:',
      `${webUrl}/invitation?token=${token}`,
      `The invitation is for ${email} and works for ${limits.invitationDays} days.`,
      'If you did not expect it, there is nothing to do: you become a member only if you accept.',
    ].join('\n\n'),
  };
}

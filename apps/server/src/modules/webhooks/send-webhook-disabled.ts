import { sql } from 'kysely';
import type { Config } from '#src/config.ts';
import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';

export interface DisabledWebhook {
  workspaceId: string;
  webhookId: string;
}

interface Described {
  email: string;
  owner: string;
  name: string;
  reason: 'failing' | 'gone';
  workspace: string;
  path: string;
}

/**
 * Tells the owner of a webhook that it was disabled by its receiver. Rejects when the email could not be
 * handed over.
 */
export async function sendWebhookDisabled(
  { config, db, log, mailer }: Context,
  { workspaceId, webhookId }: DisabledWebhook,
): Promise<void> {
  const { rows } = await sql<Described>`
    select users.email, users.name as owner, webhook.name, webhook.disabled as reason,
      workspace.name as workspace, '/' || organization.slug || '/' || workspace.slug as path
    from webhooks webhook
    join users on users.id = webhook.user_id and users.is_active
    join memberships membership on membership.workspace_id = webhook.workspace_id
      and membership.user_id = webhook.user_id and membership.role = 'owner'
    join workspaces workspace on workspace.id = webhook.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    where webhook.workspace_id = ${workspaceId} and webhook.id = ${webhookId}
      and webhook.disabled in ('failing', 'gone')`.execute(db);
  const [webhook] = rows;
  if (webhook === undefined) return;
  try {
    await mailer.send(composeMail(config, webhook));
  } catch (error) {
    log.error({ err: error, webhookId }, 'the mail about a disabled webhook could not be sent');
    throw error;
  }
}

function composeMail(
  { productName, webUrl }: Config,
  { email, owner, name, reason, workspace, path }: Described,
): OutgoingMail {
  const title = `The webhook “${name}” was switched off`;
  const why =
    reason === 'gone'
      ? 'Its receiver answered that it is gone for good (410).'
      : 'Its receiver accepted nothing for five days.';
  return {
    to: email,
    subject: productName ? `${productName}: ${title}` : title,
    text: [
      `Hello ${owner},`,
      `${title}. It sent events of the workspace ${workspace}. ${why}`,
      'Its log says what the receiver answered. Repair the receiver, then enable the webhook again. What happened meanwhile is not sent: other software can read it with a cursor.',
      `${webUrl}${path}/settings/webhooks`,
    ].join('\n\n'),
  };
}

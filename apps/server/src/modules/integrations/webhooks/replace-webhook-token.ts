import type { Context } from '#platform/context.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import { sealCredentials } from '../connect/credentials.ts';
import type { OwnIntegration } from '../connect/find-own-integration.ts';

/**
 * Gives a webhook a new token. The previous one is refused from now on.
 *
 * @throws AppError `CONFLICT` for an integration without a webhook.
 */
export async function replaceWebhookToken(context: Context, own: OwnIntegration): Promise<void> {
  const { id, ownerId, provider } = own;
  if (provider.connect.kind !== 'webhook') {
    throw new AppError('CONFLICT', `${provider.name} has no webhook.`);
  }
  const webhookToken = createToken();
  const { numUpdatedRows } = await context.db
    .updateTable('integrations')
    .set({
      ...sealCredentials(context, id, { webhookToken }),
      webhook_token_hash: hashToken(webhookToken),
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    // Disconnected meanwhile, it stays so.
    .where('webhook_token_hash', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('Integration');
}

import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import { sealCredentials } from './credentials.ts';
import { takeConnection } from './oauth-states.ts';
import type { Provider } from '../provider.ts';
import { lockConnection } from '../lock-connection.ts';
import { lockActive } from './require-active.ts';

/** The source of deliveries: a user has one webhook for each provider. */
export const webhookSource = 'webhook';

/**
 * Makes the webhook of a person, or finds it: connecting again does not change the token, since a Zap
 * somewhere uses it. Disconnecting and connecting makes a new one
 * (docs/decisions/webhook-token.md).
 *
 * @returns the id of the integration.
 */
export async function connectWebhook(
  context: Context,
  provider: Provider,
  userId: string,
  state: string,
): Promise<string> {
  const begun = await takeConnection(context.db, {
    provider: provider.id,
    state,
    userId,
  });
  if (begun === undefined || begun.isExpired) {
    throw new AppError('CONFLICT', 'This connection was used before or took too long. Try again.');
  }
  return context.db.transaction().execute(async (tx) => {
    const { id, hash } = await lockConnection(tx, userId, provider, webhookSource);
    await lockActive(tx, userId);
    if (hash !== null) return id;
    const webhookToken = createToken();
    await tx
      .updateTable('integrations')
      .set({
        ...sealCredentials(context, id, { webhookToken }),
        webhook_token_hash: hashToken(webhookToken),
        needs_reauth: false,
        last_error: null,
        connected_at: sql<Date>`now()`,
      })
      .where('owner_id', '=', userId)
      .where('id', '=', id)
      .execute();
    return id;
  });
}

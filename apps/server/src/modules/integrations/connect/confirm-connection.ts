import type { Integration } from '@repo/contract/integrations';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { describeIntegration } from '../describe-integration.ts';
import type { Provider, SourceProvider } from '../provider.ts';
import type { OAuthConnect } from '../provider/connect-methods.ts';
import { type PendingGrant, takePendingGrant } from './pending-grants.ts';
import { revokeUnlessNeeded } from './revoke-unless-needed.ts';
import { storeGrant } from './store-grant.ts';

/**
 * Completes an OAuth connection: the user who is signed in in the browser that the provider
 * redirected must be the one who started it. Anyone else followed a link from that user, and would
 * give them access to their mailbox (docs/decisions/oauth-state.md): the grant is then discarded,
 * as it is when it arrives too late or for another provider. The value can be used once, whatever
 * the outcome.
 *
 * The first sync starts within a second and reports its progress. The response does not wait for
 * it, since reading a mailbox for the first time takes longer than users wait.
 *
 * @throws AppError `CONFLICT` with a message for the user; `LIMIT_REACHED`, after which the value
 *   still works.
 */
export async function confirmConnection(
  context: Context,
  providers: readonly Provider[],
  provider: SourceProvider & { connect: OAuthConnect },
  userId: string,
  confirm: string,
): Promise<{ integration: Integration }> {
  const { pending, refusal, id } = await context.db.transaction().execute(async (tx) => {
    const pending = await takePendingGrant(tx, context, confirm);
    const refusal = refusalOf(pending, provider, userId);
    if (pending === undefined || refusal !== undefined) return { pending, refusal };
    const { source, capturesText } = pending;
    const grant = { credentials: pending.open(), source, capturesText };
    return { pending, id: await storeGrant(context, tx, provider, userId, grant) };
  });
  if (id === undefined) {
    if (pending !== undefined) {
      context.log.warn(
        { userId, begunBy: pending.userId, provider: pending.provider },
        'a connection was not confirmed by the person who began it, or too late',
      );
      await revokeUnlessNeeded(context, providers, pending);
    }
    throw new AppError('CONFLICT', refusal ?? '');
  }
  return { integration: await describeIntegration(context, providers, userId, id) };
}

/** The reason why a grant cannot become this user's integration, in a sentence for them. */
function refusalOf(
  pending: PendingGrant | undefined,
  { id, name }: Provider,
  userId: string,
): string | undefined {
  if (pending === undefined) {
    return `This connection was used before or took too long. Connect ${name} again.`;
  }
  if (pending.userId !== userId) {
    return `Someone else started this connection, so nothing was connected. Only connect ${name} from your own Integrations page.`;
  }
  if (pending.isExpired) return `Connecting ${name} took too long. Connect it again.`;
  if (pending.provider !== id) {
    return `This connection was for another service. Connect ${name} again.`;
  }
  return undefined;
}

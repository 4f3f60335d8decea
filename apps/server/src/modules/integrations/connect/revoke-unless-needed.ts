import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import type { Provider } from '../provider.ts';
import type { Credentials } from '../provider/connect-methods.ts';

/** Timeout of revoking a grant at the provider; milliseconds. */
const REVOKE_TIMEOUT_MS = 3_000;

export interface RevocableGrant {
  provider: string;
  /** The account that granted access; null when it is unknown. */
  source: string | null;
  /** @throws Error when they cannot be decrypted. */
  open: () => Credentials;
}

/**
 * Revokes a grant, already deleted here, at its provider. Revoking one grant revokes everything
 * that the same account granted to this product, so this is skipped while another integration, of
 * any user, or a pending grant relies on it. If the provider cannot be reached, that is only
 * logged: nothing here can use the grant any more.
 */
export async function revokeUnlessNeeded(
  context: Context,
  providers: readonly Provider[],
  { provider: id, source, open }: RevocableGrant,
): Promise<void> {
  const { connect } = providers.find((provider) => provider.id === id) ?? {};
  if (connect?.kind !== 'oauth') return;
  const siblings = providers.filter(
    (other) => other.connect.kind === 'oauth' && other.connect.grantor === connect.grantor,
  );
  try {
    const names = siblings.map((sibling) => sibling.id);
    if (source !== null && (await isRelied(context.db, names, source))) return;
    await connect.revoke(open(), AbortSignal.timeout(REVOKE_TIMEOUT_MS));
  } catch (error) {
    context.log.warn({ err: error, provider: id }, 'the provider did not revoke a grant');
  }
}

async function isRelied(db: Database, providers: string[], source: string): Promise<boolean> {
  const integration = await db
    .selectFrom('integrations')
    .select('id')
    .where('provider', 'in', providers)
    .where('source', '=', source)
    .where('credentials', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (integration !== undefined) return true;
  const pending = await db
    .selectFrom('pending_grants')
    .select('user_id')
    .where('provider', 'in', providers)
    .where('source', '=', source)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return pending !== undefined;
}

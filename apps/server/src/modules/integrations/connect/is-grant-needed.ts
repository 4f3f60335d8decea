import type { Database } from '../../../platform/database/create-database.ts';
import type { Provider } from '../provider.ts';

/**
 * Whether some integration, anybody's, still stands on what the same account granted here: giving
 * back the one grant would end the other.
 */
export async function isGrantNeeded(
  db: Database,
  providers: readonly Provider[],
  grantor: string,
  source: string | null,
): Promise<boolean> {
  const siblings = providers.filter(
    ({ connect }) => connect.kind === 'oauth' && connect.grantor === grantor,
  );
  const found = await db
    .selectFrom('integrations')
    .select('id')
    .where('provider', 'in', ['', ...siblings.map(({ id }) => id)])
    .where('source', '=', source)
    .where('credentials', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

import type { Database } from '#platform/database/create-database.ts';

/** Whether any organization has single sign-on. Which ones is not told. */
export async function isOffered(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('sso_connections')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select('sso_connections.id')
    .where('is_enabled', '=', true)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

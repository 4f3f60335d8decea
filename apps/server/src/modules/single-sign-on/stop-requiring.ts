import type { Database } from '#platform/database/create-database.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { requireOrganization } from './managing/read-single-sign-on.ts';
import { stopRequiring } from './managing/requirement.ts';

/**
 * Lets the users of an organization sign in by password again, when its provider is down.
 *
 * @returns whether single sign-on was required.
 */
export function stopRequiringSingleSignOn(
  db: Database,
  actor: Actor,
  organizationId: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const organization = await requireOrganization(tx, organizationId);
    return stopRequiring(tx, actor, organization);
  });
}

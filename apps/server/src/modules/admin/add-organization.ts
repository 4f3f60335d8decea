import type { AdminOrganization } from '@repo/contract/admin';
import type { Database } from '#platform/database/create-database.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { findAdminOrganization } from './list-organizations.ts';

/**
 * Creates an organization and records that in the audit log.
 *
 * @throws AppError `VALIDATION_FAILED`, or `CONFLICT` when the slug is taken
 */
export function addOrganization(
  db: Database,
  actor: Actor,
  given: { name: string; slug: string },
): Promise<AdminOrganization> {
  return db.transaction().execute(async (tx) => {
    const { id } = await createOrganization(tx, given);
    const organization = await findAdminOrganization(tx, id);
    const { name, slug } = organization;
    const after = { name, slug };
    await recordChange(tx, { actor, action: 'organization.created', scope: slug, after });
    return organization;
  });
}

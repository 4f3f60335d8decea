import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

export interface Noted {
  organizationId: string;
  userId: string | undefined;
  method: string;
  /** `Users`, `Groups` or something else. */
  resource: string;
  status: number;
  problem: string | undefined;
}

/** More of it would be of no use to administrators. */
const MAX_PROBLEM = 500;

/** Notes a change that a provider asked for, or a request that failed; the oldest go. */
export async function noteRequest(db: Database, noted: Noted): Promise<void> {
  const { organizationId, userId, method, resource, status, problem } = noted;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId ?? null)
    .executeTakeFirst();
  await db
    .insertInto('scim_requests')
    .values({
      organization_id: organizationId,
      user_id: user?.id ?? null,
      method,
      resource,
      status,
      problem: problem?.slice(0, MAX_PROBLEM) ?? null,
    })
    .execute();
  await sql`
    delete from scim_requests
    where organization_id = ${organizationId} and id <= (
      select id from scim_requests where organization_id = ${organizationId}
      order by id desc offset ${limits.provisioningRequests} limit 1)`.execute(db);
}

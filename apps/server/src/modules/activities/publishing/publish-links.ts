import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { LinkedActivity } from '../capturing/links.ts';
import type { Touched } from './change.ts';
import { publisherOf } from './publisher/publisher-of.ts';

/** Publishes a user's activities again after their links have changed. */
export async function publishLinks(
  tx: Connection,
  ownerId: string,
  links: readonly LinkedActivity[],
): Promise<void> {
  if (links.length === 0) return;
  const { rows } = await sql<Touched>`
    select distinct share.workspace_id as "workspaceId", share.account_id as "accountId",
      given.activity_key as "activityKey"
    from unnest(
      ${links.map(({ domainId }) => domainId)}::uuid[],
      ${links.map(({ activityKey }) => activityKey)}::uuid[]
    ) as given(domain_id, activity_key)
    join domain_shares share
      on share.owner_id = ${ownerId} and share.domain_id = given.domain_id`.execute(tx);
  await publisherOf(tx).publish(tx, ownerId, rows);
}

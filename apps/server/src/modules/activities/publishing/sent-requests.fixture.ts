import type { Database } from '#platform/database/create-database.ts';

/** A request of a capture, as it was stored. */
export interface SentRequest {
  owner_id: string;
  workspace_id: string;
  account_id: string;
  activity_keys: string[];
}

/** Takes the requests of a person's captures that wait, as if they had not arrived yet. */
export function postponeRequests(db: Database, ownerId: string): Promise<SentRequest[]> {
  return db
    .deleteFrom('publish_requests')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'activities')
    .returning(['owner_id', 'workspace_id', 'account_id', 'activity_keys'])
    .execute();
}

/** Has a request arrive, late or once more. */
export async function repeatRequest(db: Database, request: SentRequest): Promise<void> {
  await db
    .insertInto('publish_requests')
    .values({ ...request, kind: 'activities' })
    .execute();
}

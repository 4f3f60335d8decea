import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Touched } from './change.ts';
import { chunk } from './chunk.ts';

/** Activities that a request names, and that one transaction publishes; as in `publish-step.ts`. */
export const MAX_REQUESTED = 500;

/** Requests publishing of activities of a user, which `applyRequests` or the job does. */
export async function requestActivities(
  tx: Connection,
  ownerId: string,
  touched: readonly Touched[],
): Promise<void> {
  if (touched.length === 0) return;
  const ofAccounts = Map.groupBy(touched, ({ accountId }) => accountId);
  const requests = [...ofAccounts.values()].flatMap((of) =>
    [...chunk(of, MAX_REQUESTED)].map((part) => ({
      workspace_id: part[0]?.workspaceId,
      account_id: part[0]?.accountId,
      activity_keys: part.map(({ activityKey }) => activityKey),
    })),
  );
  await sql`
    insert into publish_requests (owner_id, workspace_id, account_id, kind, activity_keys)
    select ${ownerId}, workspace_id, account_id, 'activities', activity_keys
    from json_to_recordset(${JSON.stringify(requests)}::json)
      as given(workspace_id uuid, account_id uuid, activity_keys uuid[])`.execute(tx);
}

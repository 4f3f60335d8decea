import { type RawBuilder, sql } from 'kysely';
import type { ContributedPart } from './publishing-storage.ts';

/** The rows of the activities that a person contributes to an account, after one of them. */
export const contributions = (
  { ownerId, workspaceId, accountId, limit }: Omit<ContributedPart, 'requestId'>,
  after: RawBuilder<unknown>,
) => sql`
      -- Of an activity, a person can have several copies.
      select distinct workspace_id, account_id, activity_id
      from account_activity_contributors
      where workspace_id = ${workspaceId} and account_id = ${accountId} and user_id = ${ownerId}
        and activity_id > ${after}
      order by activity_id limit ${limit}`;

import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { AccountKey } from '../../../platform/database/account-key.ts';
import type { Connection } from '../../../platform/database/create-database.ts';
import { type DayWindow, inWindow } from './read-timeline.ts';

type Participants = EndpointResponse<'GET /api/accounts/{accountId}/participants'>;

/**
 * Lists the participants of the activities of a window: those of the account's domains first, then
 * by how often they did. A person is an address, under the name last seen with it.
 */
export async function listParticipants(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
  window: DayWindow,
): Promise<Participants> {
  const { rows } = await sql<{ name: string; email: string; total: number }>`
    with seen as (
      select participant.email, count(*) as times,
        (array_agg(participant.name order by published.occurred_at desc)
          filter (where participant.name <> ''))[1] as name
      from account_activities published,
        jsonb_to_recordset(published.participants) as participant(name text, email text)
      where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
        and ${inWindow('published', window)}
        and participant.email <> ''
      group by participant.email
    )
    select seen.email, coalesce(seen.name, '') as name, count(*) over ()::integer as total
    from seen
    order by
      exists (
        select from (
          select domain from workspace_accounts
          where workspace_id = ${workspaceId} and id = ${accountId}
          union all
          select domain from account_domains
          where workspace_id = ${workspaceId} and account_id = ${accountId}
        ) own
        where split_part(seen.email, '@', 2) = own.domain
          or split_part(seen.email, '@', 2) like '%.' || own.domain
      ) desc,
      times desc, seen.email
    limit ${limits.participantsListed}`.execute(db);
  return {
    participants: rows.map(({ name, email }) => ({ name, email })),
    total: rows[0]?.total ?? 0,
  };
}
